// LRU cache, bounded in bytes, of values that are slow to make, such as compiled templates. Its keys are ids of things
// that never change, so nothing has to be invalidated.

/** A value that can be cached. */
export interface Weighed {
  /** About how many bytes of memory it takes. */
  readonly bytes: number;
}

/** Keeps values by their id. */
export class ByteCache<Value extends Weighed> {
  readonly #maxBytes: number;
  /** In the order of use: the first entry is the one that was not used for the longest time. */
  readonly #values = new Map<string, Value>();
  readonly #loading = new Map<string, Promise<Value>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(id: string): Value | undefined {
    const value = this.#values.get(id);
    if (value === undefined) return undefined;
    this.#values.delete(id);
    this.#values.set(id, value);
    return value;
  }

  /** Caches a value and drops the ones that were not used for the longest time. A value over the bound is not cached. */
  set(id: string, value: Value): void {
    this.#delete(id);
    if (value.bytes > this.#maxBytes) return;
    this.#values.set(id, value);
    this.#bytes += value.bytes;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  /**
   * Returns the value of an id, loaded if it is not cached: once for all callers at the same time. Failures are not
   * cached.
   */
  async getOrLoad(id: string, load: () => Promise<Value>): Promise<Value> {
    const kept = this.get(id);
    if (kept) return kept;
    const loading = this.#loading.get(id) ?? this.#load(id, load).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return await loading;
  }

  async #load(id: string, load: () => Promise<Value>): Promise<Value> {
    const value = await load();
    this.set(id, value);
    return value;
  }

  #delete(id: string): void {
    const value = this.#values.get(id);
    if (value === undefined) return;
    this.#values.delete(id);
    this.#bytes -= value.bytes;
  }
}
