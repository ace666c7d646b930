// The step `contact_delete`: deletes the contact.
import { DONE } from '../simulating/world.ts';
import { ownFields } from './config-schema.ts';
import type { EffectKind } from './step-type.ts';

export const contactDeleteStep: EffectKind<Record<string, never>, object> = {
  schema: ownFields({}),
  needsNoConfig: true,
  endsRun: true,
  effectOf: () => ({}),
  change: () => ({ deletes: true }),
  simulate(_, { contact }) {
    contact.delete();
    return DONE;
  },
};
