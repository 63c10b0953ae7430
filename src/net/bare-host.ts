/** A host as URLs write it: IPv6 addresses in brackets lose them. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
