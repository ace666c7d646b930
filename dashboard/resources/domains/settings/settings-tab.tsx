// The tab Settings of a domain: how its mail is sent and measured, what it receives, whose contacts it uses, its key and its end.
import type { Domain } from '../../../api/generated/types.ts';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { DefaultSwitch } from './default-switch.tsx';
import { DeleteSection } from './delete-section.tsx';
import { lastUse } from './last-use.ts';
import { PoolForm } from './pool-form.tsx';
import { ReceivingSection } from './receiving-section.tsx';
import { RotationSection } from './rotation-section.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { TrackingSection } from './tracking-section.tsx';

/** The tab. */
export function SettingsTab({ domain }: { domain: Domain }) {
  return (
    <Stack gap={6}>
      <SendingSection domain={domain} />
      <TrackingSection domain={domain} />
      <ReceivingSection domain={domain} />
      <Section title="Contacts" level={3}>
        <PoolForm domain={domain} />
      </Section>
      <RotationSection domain={domain} />
      <DeleteSection domain={domain} />
    </Stack>
  );
}

function SendingSection({ domain }: { domain: Domain }) {
  return (
    <Section title="Sending" level={3}>
      <Stack gap={4}>
        <SettingSwitch
          domain={domain}
          label="Send mail"
          hint="Off: mail from the domain is refused, and it does not need the records for sending."
          isOn={domain.capabilities.sending === 'enabled'}
          obstacle={lastUse(domain, 'sending')}
          bodyOf={(isOn) => ({ capabilities: { sending: isOn ? 'enabled' : 'disabled' } })}
          doneWords={(isOn) =>
            isOn ? 'Sending is on: its records are among the records.' : 'Sending is off.'
          }
        />
        <SettingSwitch
          domain={domain}
          label="Only encrypted connections"
          hint="Mail is tried for 72 hours until it can leave encrypted, and fails then. Off: it is encrypted wherever the receiving server can."
          isOn={domain.tls === 'enforced'}
          bodyOf={(isOn) => ({ tls: isOn ? 'enforced' : 'opportunistic' })}
          doneWords={(isOn) =>
            isOn
              ? 'Mail leaves over encrypted connections only.'
              : 'Mail leaves encrypted where that is possible.'
          }
        />
        <DefaultSwitch domain={domain} />
        <SettingField
          domain={domain}
          field="default_from"
          label="Default From"
          hint={() => 'The sender of automation emails that name none.'}
          placeholder={`Acme <hello@${domain.name}>`}
          doneWords={(from) =>
            from === null ? 'There is no default From any more.' : 'The default From is saved.'
          }
        />
      </Stack>
    </Section>
  );
}
