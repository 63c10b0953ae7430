// One metric with its samples, as lines that both OpenMetrics and the Prometheus text format allow.

export type Labels = Readonly<Record<string, string>>;

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

/** Up to the nanosecond: sums of binary fractions have tails that mean nothing. */
const numberText = (value: number): string => String(Number(value.toFixed(9)));

abstract class Metric {
  readonly #type: string;
  readonly #help: string;
  readonly #unit: 's' | null;
  /** With its unit at the end, as OpenMetrics demands. */
  readonly name: string;

  constructor(name: string, unit: 's' | null, help: string, type: string) {
    this.#type = type;
    this.#help = help;
    this.#unit = unit;
    this.name = unit === 's' ? `${name}_seconds` : name;
  }

  protected abstract lines(): readonly string[];

  /** Empty where nothing was seen. */
  text(): string {
    const lines = this.lines();
    if (lines.length === 0) return '';
    const unit = this.#unit === 's' ? [`# UNIT ${this.name} seconds`] : [];
    return `${[`# HELP ${this.name} ${this.#help}`, `# TYPE ${this.name} ${this.#type}`, ...unit, ...lines].join('\n')}\n`;
  }
}

/** A gauge: the last value for each set of labels. */
export class Family extends Metric {
  readonly #values = new Map<string, number>();

  constructor(name: string, unit: 's' | null, help: string) {
    super(name, unit, help, 'gauge');
  }

  set(labels: Labels, value: number): void {
    if (Number.isFinite(value)) this.#values.set(labelText(labels), value);
  }

  protected lines(): readonly string[] {
    return [...this.#values].map(([labels, value]) => `${this.name}${labels} ${numberText(value)}`);
  }
}

interface Counts {
  readonly labels: Labels;
  /** By upper bound, not cumulated; the last is above all bounds. */
  readonly buckets: number[];
  sum: number;
}

export class Histogram extends Metric {
  readonly #bounds: readonly number[];
  readonly #counts = new Map<string, Counts>();

  constructor(name: string, unit: 's' | null, help: string, bounds: readonly number[]) {
    super(name, unit, help, 'histogram');
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    if (!Number.isFinite(value) || value < 0) return;
    const key = labelText(labels);
    const counts = this.#counts.get(key) ?? { labels, buckets: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 };
    this.#counts.set(key, counts);
    const at = this.#bounds.findIndex((bound) => value <= bound);
    const bucket = at < 0 ? this.#bounds.length : at;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    counts.sum += value;
  }

  protected lines(): readonly string[] {
    return [...this.#counts.values()].flatMap(({ labels, buckets, sum }) => {
      let total = 0;
      const bounds = [...this.#bounds.map((bound) => (Number.isInteger(bound) ? `${bound}.0` : String(bound))), '+Inf'];
      const lines = bounds.map((le, index) => {
        total += buckets[index] ?? 0;
        return `${this.name}_bucket${labelText({ ...labels, le })} ${total}`;
      });
      return [...lines, `${this.name}_sum${labelText(labels)} ${numberText(sum)}`, `${this.name}_count${labelText(labels)} ${total}`];
    });
  }
}
