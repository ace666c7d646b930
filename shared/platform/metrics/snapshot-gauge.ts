// A gauge whose series are made anew at each scrape, so that what is gone does not stay. Without a value it has no
// series: an old figure would pass for a present one.
import { Gauge, type Registry } from 'prom-client';

/** One series of a gauge. */
export interface Series<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/** What is shown. */
export interface SnapshotGaugeOptions<Label extends string> {
  registry: Registry;
  name: string;
  help: string;
  labelNames: readonly Label[];
  /** Asked at each scrape. Must not reject: that would fail the scrape as a whole. */
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
