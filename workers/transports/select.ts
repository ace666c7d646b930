// Which way a mail goes, by its recipient alone.

/** The ways there are. */
export type TransportName = 'simulator' | 'relay';

/** Mail to the simulator's domain never leaves the house. */
export function selectTransport(address: string, simulatorDomain: string): TransportName {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domain.toLowerCase() === simulatorDomain.toLowerCase() ? 'simulator' : 'relay';
}
