// A run in which mail comes in: only the processes that receive it, on a database whose domain takes mail.
import { SINGLE } from '../load/shape.ts';
import { type OpenRun, openRun, type RunPlan } from '../run.ts';
import type { Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

/** The variants that receive mail. */
export function receiversOf({ variants }: Setting): Variant[] {
  return variants.filter(({ startReceiving }) => startReceiving);
}

/** Starts it, with one server that takes mail in and, unless the plan says otherwise, nothing that reads it. */
export async function openReceiving(
  { options }: Setting,
  variant: Variant,
  servers: Servers,
  plan: Partial<RunPlan> = {},
): Promise<OpenRun> {
  const { startReceiving, prepareReceiving } = variant;
  if (!startReceiving) throw new Error(`${variant.name} receives no mail.`);
  const opened = await openRun(
    {
      shape: SINGLE,
      htmlBytes: options.htmlBytes,
      processes: { api: 0, send: 0 },
      ...plan,
      variant: { ...variant, protocol: 'smtp', start: startReceiving },
    },
    servers,
  );
  await prepareReceiving?.(opened.run.database);
  return opened;
}
