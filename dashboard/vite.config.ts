// The build of the dashboard: `npm run build` and `npm start` run it (dev/build/build-dashboard.ts). Everything that a page
// loads is a file with a hash in its name, because the policy of the page forbids inline scripts and styles
// (api/public/dashboard-page/page.ts), and URLs are relative, because only the server knows the path of PUBLIC_URL.
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documentation } from '../site/build/plugin.ts';
import { createChunks } from './build/chunks.ts';
import { finishBuild } from './build/finish-build.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // Only what is imported is published.
  publicDir: false,
  plugins: [react(), optimizeLocales.vite({ locales: ['en-US'] }), documentation(), finishBuild()],
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:5]' } },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    // All browsers that the dashboard supports know it; the polyfill would be more to load.
    modulePreload: { polyfill: false },
    // The precompressed files are what counts, and they are measured by the tests.
    reportCompressedSize: false,
    // Nothing is lazy that belongs to the first page; one chunk may be larger than the default warning.
    chunkSizeWarningLimit: 1_000,
    // One file of styles compresses better than fifty, and nothing moves when a page arrives.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // What all pages are made of comes in one piece, next to the frame: dozens of small files would wait for each other.
        codeSplitting: {
          groups: [{ name: createChunks(), debugName: 'shared', minShareCount: 2 }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
