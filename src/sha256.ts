// Node's crypto module takes longer to load than most checks have to hash: it is fetched with the first hash.

/** Lower-case hexadecimal. */
export const sha256 = (bytes: Uint8Array): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
