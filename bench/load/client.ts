// One of the clients of a load, whichever protocol it speaks.

/** A client with a connection of its own. */
export interface LoadClient {
  /**
   * Sends one request and resolves when it was accepted.
   * @param first number of its first mail
   * @throws Error when it was refused: such a load measures nothing
   */
  send(first: number): Promise<void>;
  close(): void;
}
