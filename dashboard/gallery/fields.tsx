// Every field: empty, filled, with a hint, with an error, read-only, refused.
import { useState } from 'react';
import { Checkbox } from '../design/fields/checkbox.tsx';
import { CodeField } from '../design/fields/code-field.tsx';
import { ColorField } from '../design/fields/color-field.tsx';
import { MultiSelect } from '../design/fields/multi-select.tsx';
import { PasswordField } from '../design/fields/password-field.tsx';
import { RadioCards } from '../design/fields/radio-cards.tsx';
import { SearchField } from '../design/fields/search-field.tsx';
import { Select } from '../design/fields/select.tsx';
import { Switch } from '../design/fields/switch.tsx';
import { TextArea } from '../design/fields/text-area.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import styles from './gallery.module.css';

const ROLES = [
  { id: 'admin', label: 'Admin', hint: 'Everything but the account itself.' },
  { id: 'member', label: 'Member', hint: 'Sends and sees; makes no keys.' },
  { id: 'viewer', label: 'Viewer', hint: 'Sees, and changes nothing.' },
];

const EVENTS = ['sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'opened', 'clicked'].map(
  (type) => ({
    id: `email.${type}`,
    label: `email.${type}`,
  }),
);

export function Fields() {
  return (
    <Section title="Fields" description="* Required">
      <Card>
        <div className={styles.columns}>
          <Texts />
          <Choices />
        </div>
      </Card>
    </Section>
  );
}

function Texts() {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('ada@');
  const [password, setPassword] = useState('correct horse');
  const [code, setCode] = useState('123456');
  const [color, setColor] = useState('');
  const [search, setSearch] = useState('');
  const [found, setFound] = useState('status:bounced');
  const [text, setText] = useState('{\n  "order": 1042\n}');
  return (
    <Stack gap={4}>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="Production"
        hint="People see it."
        isRequired
      />
      <TextField
        label="Email"
        type="email"
        value={email}
        onChange={setEmail}
        error="This is not an address: it needs a domain after the @."
      />
      <TextField label="Sending rate" value="42" onChange={noChange} suffix="per second" />
      <TextField label="Id" value="em_4f0c2a9d81b7" onChange={noChange} isReadOnly isMono />
      <PasswordField label="Password" value={password} onChange={setPassword} />
      <CodeField label="Code" value={code} onChange={setCode} hint="From your authenticator app." />
      <ColorField
        label="Background"
        value={color}
        onChange={setColor}
        fallback="#ffffff"
        hint="Empty: white."
      />
      <ColorField
        label="Texts"
        value="#ddd"
        onChange={noChange}
        fallback="#1c2430"
        error="Give a colour as # and six digits or letters up to f."
      />
      <ColorField label="Buttons" value="#0a7d4f" onChange={noChange} fallback="#1f4fd8" isReadOnly />
      <SearchField label="Search emails" value={search} onChange={setSearch} shortcut="/" />
      <SearchField label="Search logs" value={found} onChange={setFound} />
      <TextArea label="Variables" value={text} onChange={setText} isMono rows={4} />
    </Stack>
  );
}

function Choices() {
  const [role, setRole] = useState('member');
  const [domain, setDomain] = useState('');
  const [events, setEvents] = useState(['email.delivered', 'email.bounced']);
  const [isOn, setOn] = useState(true);
  const [isOff, setOff] = useState(false);
  return (
    <Stack gap={4}>
      <Select label="Role" value={role} onChange={setRole} options={ROLES} hint="It can be changed later." />
      <Select
        label="Domain"
        value={domain}
        onChange={setDomain}
        options={[{ id: 'a', label: 'mail.example.com' }]}
        error="Choose a domain."
        isRequired
      />
      <MultiSelect label="Events" values={events} onChange={setEvents} options={EVENTS} />
      <Checkbox
        label="Track opens"
        isSelected={isOn}
        onChange={setOn}
        hint="A picture of one pixel is added."
      />
      <Checkbox label="Track clicks" isSelected={isOff} onChange={setOff} />
      <Checkbox
        label="Production access"
        isSelected={false}
        onChange={noChange}
        refusal="Only an owner may do this."
      />
      <Switch
        label="Single-key shortcuts"
        isSelected={isOn}
        onChange={setOn}
        hint="g e, j, k and the like."
      />
      <Switch label="Enabled" isSelected={isOff} onChange={setOff} />
      <Switch label="Paused" isSelected onChange={noChange} refusal="Only an admin may do this." />
      <RadioCards label="Permission" value={role} onChange={setRole} options={ROLES} />
    </Stack>
  );
}

/** A field that only shows its look. */
function noChange(): void {
  // Its value stays.
}
