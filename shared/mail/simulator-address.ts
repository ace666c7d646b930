// Addresses of the mailbox simulator: those at its domains (SIMULATOR_DOMAIN). Mail to them is never sent; the address
// selects its simulated outcome (docs/reference/simulator.md). So the suppression list and the sandbox ignore them.

/**
 * True for an address of the simulator.
 * @param address as in `Mailbox`, with its domain in lower case
 */
export function isSimulatorAddress(address: string, simulatorDomains: readonly string[]): boolean {
  return simulatorDomains.includes(address.slice(address.lastIndexOf('@') + 1));
}
