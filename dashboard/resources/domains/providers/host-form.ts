// The form in which hosts of records are shown, as the form of a DNS provider wants them. What a person chose is remembered
// in this browser, whose storage may be closed to us.
import { useState } from 'react';
import type { HostForm } from './provider-guides.ts';

const ITEM = 'posthorn.host_form';

/** @returns the form, and what chooses another one */
export function useHostForm(): [form: HostForm, choose: (form: HostForm) => void] {
  const [form, setForm] = useState(readForm);
  const choose = (chosen: HostForm) => {
    setForm(chosen);
    try {
      localStorage.setItem(ITEM, chosen);
    } catch {
      // It counts until the page is left.
    }
  };
  return [form, choose];
}

function readForm(): HostForm {
  try {
    return localStorage.getItem(ITEM) === 'full' ? 'full' : 'relative';
  } catch {
    return 'relative';
  }
}
