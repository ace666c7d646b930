// Budget of one render: counts its steps, iterations, time, memory and output, and stops a template that exceeds a limit.
// Everything that can repeat or grow reports here. What can become large reports its size before it is made.
import {
  MAX_ITERATIONS,
  MAX_LIST_ITEMS,
  MAX_NEEDLE_LENGTH,
  MAX_STEPS,
  MAX_TEMPLATE_OUTPUT_BYTES,
  MAX_TEMPLATE_RENDER_MS,
  MAX_VALUE_SIZE,
  MAX_WORKING_SIZE,
} from './limits.ts';
import { TemplateRenderError } from './template.ts';

/** The unit of work is about 50 ns. The clock is read once in so many units; a usual render never reaches them. */
const WORK_PER_CHECK = 2_000;
/** UTF-16 code units that a filter handles in a unit of work. */
export const TEXT_PER_WORK = 16;

export class RenderBudget {
  readonly now: Date | undefined;
  #steps = 0;
  #iterations = 0;
  #work = 0;
  #started: { wallMs: number; cpu: NodeJS.CpuUsage } | undefined;
  /** The size of the texts and lists that were made. */
  #workingSize = 0;
  #outputBytes = 0;

  constructor(now: Date | undefined) {
    this.now = now;
  }

  /** Counts a node that is executed. */
  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new TemplateRenderError('The template has too much to render');
    this.work(1);
  }

  iterate(): void {
    this.#iterations += 1;
    if (this.#iterations > MAX_ITERATIONS) {
      throw new TemplateRenderError(`The loops have more than ${group(MAX_ITERATIONS)} iterations`);
    }
    this.work(1);
  }

  /** Counts work, and sometimes reads the clock. */
  work(units: number): void {
    this.#work += units;
    if (this.#work < WORK_PER_CHECK) return;
    this.#work = 0;
    this.#checkTime();
  }

  /** Call it before a text of this length is made or searched. */
  text(length: number): void {
    if (length > MAX_VALUE_SIZE) {
      throw new TemplateRenderError(`A text has more than ${group(MAX_VALUE_SIZE)} characters`);
    }
    this.work(length / TEXT_PER_WORK);
  }

  /** Call it before a list with so many items is made or read as a whole. */
  list(items: number): void {
    if (items > MAX_LIST_ITEMS) {
      throw new TemplateRenderError(`A list has more than ${group(MAX_LIST_ITEMS)} items`);
    }
    this.work(items);
  }

  /** Call it before a text is searched for. */
  needle(text: string): void {
    if (text.length > MAX_NEEDLE_LENGTH) {
      throw new TemplateRenderError(`A searched text has more than ${MAX_NEEDLE_LENGTH} characters`);
    }
  }

  /** Counts a text or a list of this size that was made. */
  keep(size: number): void {
    if (size > MAX_VALUE_SIZE) throw new TemplateRenderError('A value is larger than 512 KiB');
    this.#workingSize += size;
    if (this.#workingSize > MAX_WORKING_SIZE) {
      throw new TemplateRenderError('The template needs too much memory');
    }
    this.work(size / TEXT_PER_WORK);
  }

  /** The UTF-16 code units that may still be written. A code unit has at least one byte of UTF-8. */
  get outputLeft(): number {
    return MAX_TEMPLATE_OUTPUT_BYTES - this.#outputBytes;
  }

  /** Counts the output of a field. */
  output(text: string): void {
    this.#outputBytes += Buffer.byteLength(text);
    if (this.outputLeft < 0) throw outputTooLarge();
  }

  /**
   * The time counts from the first check. CPU time is read only when the wall clock is over the limit: a machine under
   * load may stop the process for longer than that.
   */
  #checkTime(): void {
    const wallMs = performance.now();
    this.#started ??= { wallMs, cpu: process.cpuUsage() };
    if (wallMs - this.#started.wallMs < MAX_TEMPLATE_RENDER_MS) return;
    const { user, system } = process.cpuUsage(this.#started.cpu);
    if ((user + system) / 1_000 < MAX_TEMPLATE_RENDER_MS) return;
    throw new TemplateRenderError(`The template takes longer than ${MAX_TEMPLATE_RENDER_MS} ms to render`);
  }
}

export const outputTooLarge = () => new TemplateRenderError('The output is larger than 1 MiB');

const group = (number: number) => number.toLocaleString('en-US');
