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
          hint="When off, mail from the domain is refused, and the domain needs no records for sending."
          isOn={domain.capabilities.sending === 'enabled'}
          obstacle={lastUse(domain, 'sending')}
          bodyOf={(isOn) => ({ capabilities: { sending: isOn ? 'enabled' : 'disabled' } })}
          doneWords={(isOn) => (isOn ? 'Sending is on. Publish its records.' : 'Sending is off.')}
        />
        <SettingSwitch
          domain={domain}
          label="Require encryption"
          hint="Mail that cannot be sent encrypted within 72 hours fails. When off, Posthorn encrypts mail if the receiving server supports it."
          isOn={domain.tls === 'enforced'}
          bodyOf={(isOn) => ({ tls: isOn ? 'enforced' : 'opportunistic' })}
          doneWords={(isOn) =>
            isOn
              ? 'Mail is sent only over encrypted connections.'
              : 'Mail is encrypted where the receiving server supports it.'
          }
        />
        <DefaultSwitch domain={domain} />
        <SettingField
          domain={domain}
          field="default_from"
          label="Default From"
          hint={() => 'The sender of automation emails without their own sender.'}
          placeholder={`Acme <hello@${domain.name}>`}
          doneWords={(from) => (from === null ? 'Default From removed.' : 'Default From saved.')}
        />
      </Stack>
    </Section>
  );
}
