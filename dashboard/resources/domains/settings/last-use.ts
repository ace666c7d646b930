// A domain sends, receives, or does both: what it is used for alone cannot be switched off. Pure.
import type { Domain } from '../../../api/generated/types.ts';

type Use = keyof Domain['capabilities'];

const OTHERS: Readonly<Record<Use, { id: Use; label: string }>> = {
  sending: { id: 'receiving', label: 'Receive mail' },
  receiving: { id: 'sending', label: 'Send mail' },
};

/** Why a use cannot be switched off; undefined: it can, or is off. */
export function lastUse({ capabilities }: Pick<Domain, 'capabilities'>, use: Use): string | undefined {
  const other = OTHERS[use];
  return capabilities[use] === 'enabled' && capabilities[other.id] === 'disabled'
    ? `A domain must send or receive. Turn on “${other.label}” first, or delete the domain.`
    : undefined;
}
