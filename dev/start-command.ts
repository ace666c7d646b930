// How the local stack was started: by `npm start` from sources, which are built first, or by `posthorn start` from an
// installed package, which has only its build.

/** This program is a compiled one. */
export const IS_PACKAGED = import.meta.url.endsWith('.js');

/** The command, for sentences to its user. */
export const START_COMMAND = IS_PACKAGED ? 'posthorn start' : 'npm start';

/** What to do when the database in the data directory is unusable. */
export const NEW_DATABASE = IS_PACKAGED
  ? 'name another directory by DATA_DIR'
  : 'delete the database with "npm run db:reset"';
