// Reads the systemd units in deploy/systemd/ with the drop-in that all services share, as systemd does: a setting may
// occur several times, and the drop-in comes after the unit.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/documents/root.ts';

/** A process that an installation runs. */
export interface Process {
  /** `node`, and its arguments; a unit may give it a variable with `env NAME=value` in front. */
  command: string;
  environment: Record<string, string>;
}

export const UNITS_DIRECTORY = path.join(ROOT, 'deploy/systemd');
const DROP_INS = 'posthorn-.service.d';
const isDirectory = (file: string) => file.endsWith('.d');
/** Makes a unit for each port: it is in no list of processes. */
const isTemplate = (file: string) => file.includes('@');

/** A unit: `Section.Name` → the values of the setting, in their order. */
export interface Unit {
  /** For example `posthorn-web.service`. */
  name: string;
  settings: ReadonlyMap<string, string[]>;
}

/** All services and the target, the services with their drop-ins. */
export function readUnits(): Unit[] {
  return readAll().filter(({ name }) => !isTemplate(name));
}

/** The templates, as `readUnits`. */
export function readTemplates(): Unit[] {
  return readAll().filter(({ name }) => isTemplate(name));
}

function readAll(): Unit[] {
  const entries = readdirSync(UNITS_DIRECTORY);
  const dropInsOf = (name: string) =>
    [DROP_INS, `${name}.d`]
      .filter((directory) => entries.includes(directory))
      .flatMap((directory) =>
        readdirSync(path.join(UNITS_DIRECTORY, directory)).map((file) => path.join(directory, file)),
      )
      // systemd orders them by their names, whichever directory they are in.
      .sort((one, other) => path.basename(one).localeCompare(path.basename(other)));
  return entries
    .filter((file) => !isDirectory(file))
    .map((name) => {
      const files = name.endsWith('.service') ? [name, ...dropInsOf(name)] : [name];
      return { name, settings: parseUnit(files.map(readUnitFile).join('\n')) };
    });
}

/** The settings of a unit file. @throws when a line is neither a section nor a setting */
export function parseUnit(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const { heading, name, value = '' } = LINE.exec(line)?.groups ?? {};
    if (heading) section = heading;
    else if (name) settings.set(`${section}.${name}`, [...(settings.get(`${section}.${name}`) ?? []), value]);
    else throw new Error(`A unit has a line that is not understood: ${line}`);
  }
  return settings;
}

const LINE = /^(?:\[(?<heading>\w+)\]|(?<name>\w+)=(?<value>.*))$/;

/** The values of a setting. */
export function settingsOf(unit: Unit | undefined, setting: string): string[] {
  return unit?.settings.get(setting) ?? [];
}

/** The last value of a setting, which counts. */
export function settingOf(unit: Unit | undefined, setting: string): string | undefined {
  return settingsOf(unit, setting).at(-1);
}

/** The units that a setting lists. */
export function listOf(unit: Unit | undefined, setting: string): string[] {
  return settingsOf(unit, setting).flatMap((value) => value.split(' '));
}

/** The variables that a unit sets itself; those of the EnvironmentFile override them. */
export function environmentOf(unit: Unit): Record<string, string> {
  return parseEnvironment(settingsOf(unit, 'Service.Environment').join('\n'));
}

/** Reads an EnvironmentFile, or the same lines from elsewhere. @throws when a line is not NAME=value */
export function parseEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const { name, quoted, value = '' } = ENVIRONMENT_LINE.exec(line)?.groups ?? {};
      if (!name) throw new Error(`An environment has a line that is not NAME=value: ${line}`);
      return [name, quoted ?? value];
    }),
  );
}

/** Process type → what systemd starts, with this EnvironmentFile. */
export function systemdProcesses(environmentFile: Record<string, string>): Map<string, Process> {
  const services = readUnits().filter(({ name }) => name.endsWith('.service'));
  return new Map(
    services.map((unit) => [
      unit.name.replace(/^posthorn-|\.service$/g, ''),
      {
        command: settingOf(unit, 'Service.ExecStart') ?? '',
        environment: { ...environmentOf(unit), ...environmentFile },
      },
    ]),
  );
}

const ENVIRONMENT_LINE = /^(?<name>[A-Z_]+)=(?:'(?<quoted>[^']*)'|(?<value>[^\s'$#]*))$/;

function readUnitFile(file: string): string {
  return readFileSync(path.join(UNITS_DIRECTORY, file), 'utf8');
}
