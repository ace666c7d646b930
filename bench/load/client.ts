// One client of the load, for either protocol (HTTP or SMTP).

/** A client with its own connection. */
export interface LoadClient {
  /**
   * Sends one request and resolves when it was accepted.
   * @param first number of its first mail
   * @throws Error when it was refused: a load that is refused measures nothing
   */
  send(first: number): Promise<void>;
  close(): void;
}
