// What made-up events are made of (sample-event.ts). Each resource makes up the data of its own, in its event-data.ts;
// addresses are the simulator's, so that nobody is confused with them.

/** What a sample is made of. */
export interface SampleOptions {
  /** Makes ids. */
  nextId(): string;
  now: Date;
  simulatorDomain: string;
}
