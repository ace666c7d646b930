// Whether the host of PUBLIC_URL can be the target of a CNAME record: on a machine of one's own it is an address. Pure.

/** False for an address and for `localhost`: no CNAME record leads readers there. */
export function isPublicName(host: string): boolean {
  return host !== 'localhost' && !host.includes(':') && !/^[\d.]+$/.test(host);
}
