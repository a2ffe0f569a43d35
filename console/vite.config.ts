import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^\.\/zod\.ts$/, replacement: fileURLToPath(new URL('./no-schemas.ts', import.meta.url)) },
    ],
  },
  css: {
    postcss: {
      plugins: [
        mantine(),
        // NAV-19: the spec's breakpoints, for media queries written as ($narrow) and so on
        simpleVars({
          variables: {
            'mantine-breakpoint-xs': '428px',
            'mantine-breakpoint-sm': '500px',
            'mantine-breakpoint-md': '550px',
            'mantine-breakpoint-lg': '600px',
            'mantine-breakpoint-xl': '1100px',
          },
        }),
      ],
    },
  },
  build: {
    outDir: 'dist',
    // tools/budgets.ts reads in it what a page loads.
    manifest: true,
    emptyOutDir: true,
    target: 'es2022',
    // Every asset is a file of its own, so that a strict content security policy needs no data: scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each shared module by itself would be a file: a hundred small ones take longer than their bytes.
          groups: [
            // All of the sign-in page, without its entries.
            {
              name: 'first',
              tags: ['$initial'],
              test: (id: string) => !/\.html$|main\.tsx$/.test(id),
              priority: 2,
            },
            // What so many parts need is needed by the first screen, too; tools/budgets.ts tells when it grows.
            { name: 'common', minShareCount: 6 },
          ],
        },
      },
    },
  },
})
