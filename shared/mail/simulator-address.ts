// Which addresses are the simulator's: those at its domain (SIMULATOR_DOMAIN). Mail to them is never sent; its end is the
// one that the address asks for (decisions.md §2). So suppressions and the sandbox do not ask about them.

/**
 * True for an address of the simulator.
 * @param address as `Mailbox` has it, with its domain in lower case
 */
export function isSimulatorAddress(address: string, simulatorDomain: string): boolean {
  return address.endsWith(`@${simulatorDomain}`);
}
