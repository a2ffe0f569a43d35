import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const string = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`
const documentation = new RegExp(String.raw`\babout:\s*${string},?|\.describe\(\s*${string},?\s*\)`, 'g')
/** Why a call has no past: a page asks only whether it has one. */
const reasons = /: '[^']+\.'/g
/** The fields of an endpoint that only the server reads. */
const ofServer = /^\s+(query|body|data|tells|emits|scope|byProgram): .*options\..*,$/gm

/** What is left out of the modules of the contract, by their names. */
const cuts: readonly (readonly [file: RegExp, what: RegExp, by: string])[] = [
  [/\.ts$/, documentation, ''],
  [/\/no-past\.ts$/, reasons, ": ''"],
  [/\/endpoint\.ts$/, ofServer, ''],
]

/** Leaves the contract's documentation, and what only the server reads, out of the pages. */
const noDocumentation: Plugin = {
  name: 'no-documentation',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/(\w+\/)?[\w-]+\.ts$/.test(id)
      ? {
          code: cuts.reduce(
            (text, [file, what, by]) => (file.test(id) ? text.replace(what, by) : text),
            code,
          ),
          map: null,
        }
      : null,
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key: { readonly name?: string }
}
interface Options extends Node {
  readonly properties: readonly Property[]
}
interface CallNode extends Node {
  readonly callee: { readonly name?: string }
  readonly arguments: readonly [Node?, Options?]
}

const isEndpoint = (node: object): node is CallNode =>
  'callee' in node && /^(get|post|patch|del)$/.test((node as CallNode).callee.name ?? '')

/** What the server alone reads of an endpoint; of a reading call a page reads whether it has a deed. */
const serverOnly = (method = '') =>
  new Set(['query', 'body', 'data', 'tells', 'emits', 'scope', method === 'get' ? '' : 'deed'])

interface Declared {
  readonly declarations?: readonly { readonly init?: Node | null }[]
}
interface Program {
  readonly body: readonly (Declared & { readonly declaration?: Declared | null })[]
}

/** The values of a module's own constants that a call makes. */
const madeByCalls = (program: Program): Node[] =>
  program.body
    .flatMap((one) => (one.declaration ?? one).declarations ?? [])
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))

/**
 * Leaves the schemas of the endpoints out of the pages: a page reads the method, the path and the permission. Constants that only these
 * schemas use are marked as pure, so that the bundler drops them: it cannot know that `Name.trim()` has no side effect.
 */
const noSchemas: Plugin = {
  name: 'no-schemas',
  enforce: 'post',
  transform(code, id) {
    if (!/\/contract\/\w+\/[\w-]+\.ts$/.test(id)) return null
    const endpoints: Node[] = []
    const found: Property[] = []
    const program = this.parse(code)
    JSON.stringify(program, (_key, node: unknown) => {
      if (typeof node === 'object' && node !== null && isEndpoint(node)) {
        endpoints.push(node)
        found.push(
          ...(node.arguments[1]?.properties ?? []).filter(({ key }) =>
            serverOnly(node.callee.name).has(key?.name ?? ''),
          ),
        )
      }
      return typeof node === 'bigint' ? null : node
    })
    const schemas = madeByCalls(program as unknown as Program).filter(
      ({ start, end }) => !endpoints.some((one) => one.start >= start && one.end <= end),
    )
    const edits = [
      ...found.map(({ start, end }) => ({ start, end, text: '' })),
      ...schemas.map(({ start, end }) => ({
        ...{ start, end },
        text: `/*#__PURE__*/(() => ${code.slice(start, end)})()`,
      })),
    ].toSorted((one, other) => other.start - one.start)
    return {
      code: edits.reduce((text, { start, end, text: by }) => {
        const rest = text.slice(end)
        return text.slice(0, start) + by + (by === '' ? rest.replace(/^\s*,/, '') : rest)
      }, code),
      map: null,
    }
  },
}

/** Loads the typeface beside the scripts, not after the styles that name it. */
const preloadTypeface: Plugin = {
  name: 'preload-typeface',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        })),
  },
}

/** The flags of all countries, each a file that a page loads when it shows it (ui/Flag.tsx). The server serves files below assets/ only. */
const flags: Plugin = {
  name: 'flags',
  generateBundle() {
    const folder = join(dirname(fileURLToPath(import.meta.resolve('country-flag-icons'))), '3x2')
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.svg')))
      this.emitFile({
        type: 'asset',
        fileName: `assets/flags/${file}`,
        source: readFileSync(join(folder, file)),
      })
  },
}

/** The parts that the start page needs at once. */
const startPage = /\/console\/(page|people\/users\/UsersScreen)\.tsx$/

type ModuleInfo = (id: string) => { importers: readonly string[] } | null

/** Whether the start page imports a module, itself or through other modules. */
function isOfStartPage(id: string, infoOf: ModuleInfo, seen: Set<string>): boolean {
  if (startPage.test(id)) return true
  // A library's index imports all of the library.
  if (seen.has(id) || /\/node_modules\/.*\/(index|tabler-icons-react)\.m?js$/.test(id)) return false
  seen.add(id)
  return infoOf(id)?.importers.some((one) => isOfStartPage(one, infoOf, seen)) ?? false
}

export default defineConfig({
  // The release, '0.1.0' (ui/version.ts).
  define: { portreeveVersion: JSON.stringify(version) },
  plugins: [noDocumentation, noSchemas, preloadTypeface, flags, react()],
  resolve: {
    alias: [
      {
        find: /^(\.|\.\.\/base)\/zod\.ts$/,
        replacement: fileURLToPath(new URL('./no-schemas.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: 'dist',
    // tools/budgets.ts reads from it which files a page loads.
    manifest: true,
    emptyOutDir: true,
    target: 'es2022',
    // The first that know light-dark() (May 2024). What replaces it for older ones would not follow a part with its own scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Every asset is a file, so that the strict content security policy needs no exception for data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A stub of a schema that no endpoint has is left out (no-schemas.ts).
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // The whole sign-in page, except its entry files.
            {
              name: 'first',
              tags: ['$initial'],
              test: (id: string) => !/\.html$|main\.tsx$/.test(id),
              priority: 2,
            },
            // The start page in one file. Other pages load it too: they need nearly all of it.
            {
              debugName: 'start',
              name: (id: string, modules: { getModuleInfo: ModuleInfo }) =>
                isOfStartPage(id, (one) => modules.getModuleInfo(one), new Set()) ? 'start' : null,
              priority: 1,
            },
            // The other pages share the rest: a hundred small files load more slowly than one large one.
            { name: 'common', minShareCount: 2 },
          ],
        },
      },
    },
  },
})
