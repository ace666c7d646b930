// Hostile templates against the limits: each ends in an output or in one of two errors, and costs bounded time and memory.
import { expect } from 'chai';
import { findUnknownNames } from '../../../../shared/mail/templates/analyse.ts';
import { compileTemplate } from '../../../../shared/mail/templates/compile.ts';
import { renderTemplate } from '../../../../shared/mail/templates/render.ts';
import { TemplateRenderError, TemplateSyntaxError } from '../../../../shared/mail/templates/template.ts';
import type { HostileTemplate } from './hostile-sources.ts';
import { HOSTILE_TEMPLATES } from './hostile-templates.ts';
import { NO_FIELDS } from './support/render-source.ts';

/** How many times the CPU of an honest template of the same size; the slowest took 13. */
const MAX_TIMES = 30;
const HONEST: HostileTemplate = {
  name: 'honest',
  source: { html: '<p>Hello {{a}}, this is text</p>'.repeat(16_000) },
};
const MAX_HEAP_BYTES = 50 * 1024 * 1024;
const TRIES = 3;

/** @returns the output or the error, as far as it is one that the engine may throw */
function run({ source, variables = [], values = {} }: HostileTemplate): unknown {
  try {
    const template = compileTemplate({ ...NO_FIELDS, ...source }, variables);
    findUnknownNames(template);
    return renderTemplate(template, { variables: values, contact: undefined });
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRenderError) return error;
    throw error;
  }
}

function measure(work: () => void): { cpuMs: number; heapBytes: number } {
  const heap = process.memoryUsage().heapUsed;
  const cpu = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, heapBytes: process.memoryUsage().heapUsed - heap };
}

describe('Hostile templates', () => {
  let maxCpuMs: number;
  before(() => {
    const tries = Array.from({ length: 5 }, () => measure(() => run(HONEST)).cpuMs);
    maxCpuMs = MAX_TIMES * Math.min(...tries);
  });

  for (const hostile of HOSTILE_TEMPLATES) {
    it(`are bounded: ${hostile.name}`, () => {
      run(hostile);
      let cpuMs = Number.POSITIVE_INFINITY;
      let heapBytes = Number.POSITIVE_INFINITY;
      // Other work of the machine and of the garbage collector counts too, so the best of some tries decides.
      for (let tries = 0; tries < TRIES && (cpuMs > maxCpuMs || heapBytes > MAX_HEAP_BYTES); tries += 1) {
        const measured = measure(() => run(hostile));
        cpuMs = Math.min(cpuMs, measured.cpuMs);
        heapBytes = Math.min(heapBytes, measured.heapBytes);
      }
      expect(cpuMs, 'ms of CPU').to.be.below(maxCpuMs);
      expect(heapBytes, 'bytes of heap').to.be.below(MAX_HEAP_BYTES);
    });
  }

  it('notice an engine that is not bounded', () => {
    const spin = measure(() => {
      for (const cpu = process.cpuUsage(); process.cpuUsage(cpu).user < 2_000 * maxCpuMs; );
    });
    expect(spin.cpuMs).to.be.above(maxCpuMs);
  });
});
