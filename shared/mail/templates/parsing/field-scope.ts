// What the parser knows of a field while it reads it: the loops around a place, the names that tags assign, the names that
// are used, and how many nodes the template may still have.

import { CONTACT_NAMES, LINK_MARKERS, RESERVED_NAMES } from '../../../contract/templates/reserved-names.ts';
import { MAX_TAG_DEPTH } from '../limits.ts';
import type { Expression, NameReference } from '../tree.ts';
import { TemplateFault } from './template-tokenizer.ts';

/** Shared by the fields of a template. */
export interface NodeAllowance {
  left: number;
}

interface OpenLoop {
  name: string;
  loopName: 'forloop' | 'tablerowloop';
  slot: number;
}

export class FieldScope {
  /** Names of `assign`, `capture`, `increment` and `decrement`, anywhere in the field. */
  readonly assigned = new Set<string>();
  readonly references: NameReference[] = [];
  /** How many slots the loops of the field need. */
  slots = 0;
  readonly #nodes: NodeAllowance;
  readonly #loops: OpenLoop[] = [];
  #depth = 0;

  constructor(nodes: NodeAllowance) {
    this.#nodes = nodes;
  }

  get nodesLeft(): number {
    return this.#nodes.left;
  }

  /** Counts a node. */
  count(offset: number): void {
    this.#nodes.left -= 1;
    if (this.#nodes.left < 0) throw new TemplateFault('the template has too many tags and outputs', offset);
  }

  /** Reads the content of a tag. */
  within<T>(offset: number, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_TAG_DEPTH) {
      throw new TemplateFault(`more than ${MAX_TAG_DEPTH} tags are inside each other`, offset);
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Reads the body of a loop. The item is in `slot`, the state of the loop in the next one. */
  withinLoop<T>(loop: OpenLoop, read: () => T): T {
    this.slots = Math.max(this.slots, loop.slot + 2);
    this.#loops.push(loop);
    const result = read();
    this.#loops.pop();
    return result;
  }

  /** The slot of a loop at this place. */
  get nextSlot(): number {
    return this.#loops.length * 2;
  }

  /** @throws TemplateFault for a name that has a meaning already */
  checkAssignable(name: string, offset: number): void {
    if (name === '') throw new TemplateFault('a name is expected', offset);
    if (RESERVED_NAMES.has(name)) throw new TemplateFault(`\`${name}\` is a reserved name`, offset);
  }

  /** @param property the first property, if it is written as a name */
  resolve(name: string, property: string | null, offset: number): Expression {
    const loop = this.#loops.findLast((open) => open.name === name || open.loopName === name);
    if (loop !== undefined) return { kind: 'slot', slot: loop.name === name ? loop.slot : loop.slot + 1 };
    this.references.push({ name, property, offset });
    const marker = LINK_MARKERS.get(name);
    if (marker !== undefined) return { kind: 'constant', value: marker };
    const contactField = CONTACT_NAMES.get(name);
    if (contactField !== undefined)
      return { kind: 'path', of: { kind: 'contact', name }, keys: [contactField] };
    if (name === 'contact') return { kind: 'contact', name };
    if (name === 'event') return { kind: 'event' };
    return { kind: 'variable', name };
  }
}
