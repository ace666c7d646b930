// A gauge whose series are rebuilt at each scrape, so that series of things that no longer exist disappear. When the
// values cannot be read it has no series at all: an old value would look like a current one.
import { Gauge, type Registry } from 'prom-client';

/** One series of a gauge. */
export interface Series<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/** Options of a snapshot gauge. */
export interface SnapshotGaugeOptions<Label extends string> {
  registry: Registry;
  name: string;
  help: string;
  labelNames: readonly Label[];
  /** Called at each scrape. It must not reject: that would fail the whole scrape. */
  series(): readonly Series<Label>[] | Promise<readonly Series<Label>[]>;
}

/** Registers a gauge. */
export function registerSnapshotGauge<Label extends string>(options: SnapshotGaugeOptions<Label>): void {
  const { registry, name, help, labelNames, series } = options;
  const gauge = new Gauge<Label>({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const found = await series();
      gauge.reset();
      for (const { labels, value } of found) gauge.set(labels, value);
    },
  });
}
