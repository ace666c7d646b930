// What the tests of drafts share: a server with one record, and the storage of a browser.
import { ApiFailure } from '../../dashboard/api/failure.ts';
import type { ServerState } from '../../dashboard/editing/draft-state.ts';

/** The fields of the record. */
export type Values = { name: string; subject: string };
type Save = { changes: Partial<Values>; ifUpdatedAt: string };

export const NO_NETWORK = new ApiFailure({ status: 0, name: 'network_error', message: 'No network.' });
export const SIGNED_OUT = new ApiFailure({ status: 401, name: 'missing_api_key', message: 'Signed out.' });
export const faultOf = (field: string) =>
  new ApiFailure({ status: 422, name: 'validation_error', message: 'Wrong.', field });

/** A server with one record, which judges `if_updated_at` as the API does. */
export class RecordServer {
  state: ServerState<Values> = { values: { name: 'Welcome', subject: 'Hello' }, updatedAt: at(1) };
  saves: Save[] = [];
  /** What goes wrong with the next requests; `lost`: the change is made, and the answer is lost. */
  faults: (ApiFailure | 'lost' | undefined)[] = [];
  /** The fault of a value, as of a source that does not compile. */
  judge: (changes: Partial<Values>) => ApiFailure | undefined = () => undefined;
  #changes = 1;

  change(changes: Partial<Values>): ServerState<Values> {
    this.#changes += 1;
    this.state = { values: { ...this.state.values, ...changes }, updatedAt: at(this.#changes) };
    return this.state;
  }

  save = async (changes: Partial<Values>, ifUpdatedAt: string) => {
    this.saves.push({ changes, ifUpdatedAt });
    await Promise.resolve();
    const fault = this.faults.shift();
    if (fault && fault !== 'lost') throw fault;
    if (ifUpdatedAt !== this.state.updatedAt) throw faultOf('');
    const refusal = this.judge(changes);
    if (refusal) throw refusal;
    const state = this.change(changes);
    if (fault === 'lost') throw NO_NETWORK;
    return state;
  };

  read = async () => {
    await Promise.resolve();
    return this.state;
  };
}

/** A storage of a browser, shared by its tabs. */
export class TabStorage {
  items = new Map<string, string>();
  isClosed = false;
  get length() {
    return this.items.size;
  }
  key = (index: number) => [...this.items.keys()][index] ?? null;
  getItem = (key: string) => this.items.get(key) ?? null;
  removeItem = (key: string) => void this.items.delete(key);
  setItem = (key: string, value: string) => {
    if (this.isClosed) throw new Error('QuotaExceededError');
    this.items.set(key, value);
  };
}

export function at(second: number): string {
  return new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
}
