/** Finds the version of this program, as in package.json, which the built program does not have next to it. */
export const SERVICE_VERSION = '0.3.0';
