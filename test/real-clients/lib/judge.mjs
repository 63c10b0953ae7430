// One scenario with one client: the steps, and a row for each.

import fs from 'node:fs';
import path from 'node:path';

import { commandName, covers, locate } from './clients.mjs';
import { startGateway } from './gateway.mjs';
import { runClient } from './outcome.mjs';
import { layOut, newTerminal, placesOf } from './scenarios.mjs';
import { compare, predictionOf, runDoctor } from './verdict.mjs';

const DOCTOR_TIMEOUT = ['--timeout', '5000'];

/** Gateways, home and environment of a scenario; `fresh` makes them anew for each step. */
class Stage {
  #ctx;
  #scenario;
  #client;
  #base;
  gateways = {};

  constructor(ctx, scenario, client) {
    this.#ctx = ctx;
    this.#scenario = scenario;
    this.#client = client;
    this.#base = path.join(ctx.tmp, scenario.id, client.name);
    this.command = locate(client, ctx.cache);
  }

  fill = (text) => {
    const { gateway, gateway2 } = this.gateways;
    const { home, cwd } = placesOf(this.#scenario, this.#base);
    return text
      .replaceAll('{{gateway}}', gateway?.origin ?? '')
      .replaceAll('{{gateway2}}', gateway2?.origin ?? '')
      .replaceAll('{{host}}', gateway?.host ?? '')
      .replaceAll('{{host2}}', gateway2?.host ?? '')
      .replaceAll('{{port}}', String(gateway?.port))
      .replaceAll('{{ca}}', () => gateway?.authorityFile() ?? '')
      .replaceAll('{{home}}', home)
      .replaceAll('{{cwd}}', cwd);
  };

  unfill = (text) => {
    const { home, cwd } = placesOf(this.#scenario, this.#base);
    let out = String(text).replaceAll(cwd, '{{cwd}}').replaceAll(home, '~');
    for (const [name, { origin, host, port }] of Object.entries(this.gateways)) {
      out = out.replaceAll(origin, `{{${name}}}`).replaceAll(host, name === 'gateway' ? '{{host}}' : '{{host2}}').replaceAll(String(port), '{{port}}');
    }
    return out;
  };

  /** channel-doctor finds exactly this version on its PATH. */
  #putOnPath() {
    const bin = path.join(this.#base, 'bin');
    fs.mkdirSync(bin, { recursive: true });
    const file = path.join(bin, commandName(this.#client));
    const { id, version } = this.#client;
    const said = id === 'codex' ? `codex-cli ${version}` : `${version} (Claude Code)`;
    if (this.command && !this.#ctx.recorded) fs.symlinkSync(this.command.file, file);
    else fs.writeFileSync(file, `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 });
    return bin;
  }

  async fresh() {
    await this.close();
    const { gateway = null, gateway2 } = this.#scenario;
    this.gateways = { gateway: await startGateway(gateway, this.fill) };
    if (gateway2) this.gateways.gateway2 = await startGateway(gateway2, this.fill);
    const places = placesOf(this.#scenario, this.#base);
    layOut(this.#scenario, this.#base, this.fill);
    const standard = { HOME: places.home, PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, LANG: 'C.UTF-8', SHELL: '/bin/bash', TERM: 'dumb' };
    const own = Object.entries(this.#scenario.env ?? {}).map(([name, value]) => [name, value === null ? null : this.fill(value)]);
    const env = Object.fromEntries(Object.entries({ ...standard, ...Object.fromEntries(own) }).filter(([, value]) => value !== null));
    const bin = this.#putOnPath();
    return { ...places, env, doctorEnv: { ...env, PATH: `${bin}:${env.PATH}`, NO_COLOR: '1' }, fill: this.fill, unfill: this.unfill };
  }

  runClient(where) {
    return runClient(this.#ctx, this.#scenario, this.#client, this.command, where, this.gateways);
  }

  async close() {
    for (const gateway of Object.values(this.gateways)) await gateway.close();
  }

  async remove() {
    await this.close();
    if (!this.#ctx.keep) fs.rmSync(this.#base, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}

async function checkStep(ctx, scenario, client, stage, actual, flags) {
  const where = await stage.fresh();
  const args = ['check', '--client', client.id, ...DOCTOR_TIMEOUT, ...(scenario.check ?? []), ...flags];
  const predicted = predictionOf(await runDoctor(ctx.bin, args, where), client);
  const found = actual ?? (await stage.runClient(where));
  const url = predicted.url && stage.unfill(predicted.url);
  return { predicted, actual: found, verdict: compare(scenario, client, { ...predicted, url }, found) };
}

async function writingStep(ctx, scenario, client, stage, step) {
  const how = scenario[step];
  const where = await stage.fresh();
  const args = (Array.isArray(how) ? how : (how.args ?? [])).map(stage.fill);
  const key = how.key ? ['--key-stdin'] : [];
  const said = await runDoctor(ctx.bin, [step, '--client', client.id, ...DOCTOR_TIMEOUT, ...args, ...key, '--yes'], where, how.key ? { input: `${how.key}\n` } : {});
  const actual = await stage.runClient(newTerminal(where));
  // "mayRefuse": a set-up that can't work may be refused, but not called done.
  const isHonest = actual.ok === (said.exit === 0);
  const agrees = isHonest && (actual.ok || how.mayRefuse);
  const verdict = agrees ? 'agree' : actual.ok ? 'DISAGREE (works, but it reported a failure)' : 'DISAGREE';
  return { predicted: { text: said.problem ?? `${step} exit ${said.exit}` }, actual, verdict };
}

/** Rows: `{ scenario, title, client, step, predicted, actual, verdict, outcome? }`. */
export async function judge(ctx, scenario, client) {
  const stage = new Stage(ctx, scenario, client);
  const row = (step, { predicted, actual, verdict }) => ({
    scenario: scenario.id,
    title: scenario.title,
    client: client.name,
    step,
    predicted: predicted?.text ?? '-',
    actual: actual ? (actual.ok ? 'works' : `fails: ${actual.class}`) : '-',
    verdict,
    ...(actual ? { outcome: actual } : {}),
  });
  try {
    if (ctx.actualOnly) return [row('client', { actual: await stage.runClient(await stage.fresh()), verdict: 'recorded' })];
    const known = ctx.recorded?.outcomes?.[scenario.id];
    const recorded = known?.digest === scenario.digest ? known.clients[client.name] : null;
    if (ctx.recorded && !recorded) return [row('check', { verdict: 'skipped (not recorded)' })];
    const checked = await checkStep(ctx, scenario, client, stage, recorded, []);
    const rows = [row('check', checked)];
    if (!ctx.recorded && checked.predicted.by) rows.push(row('asked', await checkStep(ctx, scenario, client, stage, checked.actual, ['--with-client'])));
    for (const step of ['init', 'fix']) {
      if (!scenario[step] || !covers(scenario[step].clients, client)) continue;
      const canRun = !ctx.recorded || (ctx.after && stage.command);
      rows.push(row(step, canRun ? await writingStep(ctx, scenario, client, stage, step) : { verdict: 'skipped (needs the client)' }));
    }
    return rows;
  } finally {
    await stage.remove();
  }
}
