// Whether a domain is the one that is meant where a request names none. There is one at most, so switching it on takes that
// from another one; what was before comes back by an undo where the default audience has not moved with it.
import type { Account, Domain } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { SettingSwitch } from './setting-switch.tsx';

/** The switch. */
export function DefaultSwitch({ domain }: { domain: Domain }) {
  const { data: account } = useCall('getAccount', {});
  return (
    <SettingSwitch
      domain={domain}
      label="Default domain"
      hint={hintOf(domain, account)}
      isOn={domain.default}
      bodyOf={(isOn) => ({ default: isOn })}
      doneWords={(isOn) =>
        isOn ? 'This domain is now the default.' : 'The account no longer has a default domain.'
      }
      undoOf={(isOn) => takingBack(domain, account, isOn)}
    />
  );
}

function hintOf(domain: Domain, account: Account | undefined): string {
  const what =
    'Automations and events without a domain use this one. Requests without an audience use its audience.';
  const other = account?.default_domain;
  return other && other.id !== domain.id ? `${what} The current default is ${other.name}.` : what;
}

/** @param isOn the new state; undefined account: it is not known yet */
function takingBack(domain: Domain, account: Account | undefined, isOn: boolean) {
  if (!isOn) return { id: domain.id, body: { default: true } };
  if (account?.default_audience_id !== domain.audience_id) return null;
  const before = account.default_domain;
  return before ? { id: before.id, body: { default: true } } : { id: domain.id, body: { default: false } };
}
