// LRU cache of compiled templates, bounded in bytes: a campaign renders the same version for each recipient. To compile
// costs ten times a render. The key is the id of a version, which never changes, so nothing has to be invalidated.
import type { CompiledTemplate } from './compile.ts';

/** Compiled templates by the id of their version. */
export class CompiledTemplates {
  readonly #maxBytes: number;
  /** In the order of use: the first entry is the one that was not used for the longest time. */
  readonly #templates = new Map<string, CompiledTemplate>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(versionId: string): CompiledTemplate | undefined {
    const template = this.#templates.get(versionId);
    if (template === undefined) return undefined;
    this.#templates.delete(versionId);
    this.#templates.set(versionId, template);
    return template;
  }

  /** Keeps a template and drops the ones that were not used for the longest time. One over the bound is not kept. */
  set(versionId: string, template: CompiledTemplate): void {
    this.#delete(versionId);
    if (template.bytes > this.#maxBytes) return;
    this.#templates.set(versionId, template);
    this.#bytes += template.bytes;
    for (const oldest of this.#templates.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(versionId: string): void {
    const template = this.#templates.get(versionId);
    if (template === undefined) return;
    this.#templates.delete(versionId);
    this.#bytes -= template.bytes;
  }
}
