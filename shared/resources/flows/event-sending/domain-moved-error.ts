// The domain of an event has moved to another audience since the event was placed.

/** Nothing of the event was stored. It is placed again. */
export class DomainMovedError extends Error {}
