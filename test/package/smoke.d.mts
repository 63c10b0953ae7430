export function smoke(options: { readonly node: string; readonly installed: string; readonly home: string }): Promise<number>;
