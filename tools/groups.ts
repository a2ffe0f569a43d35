import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { subjects } from './rooms.ts'
import { filesBelow } from './sources.ts'

/** The folders of the console and its browser tests that show no single group, with what they show. */
const otherFolders: Readonly<Record<string, string>> = {
  'sign-in': 'what is in front of every page',
  'own-sign-in':
    "the caller's own password, second factor and sessions, most of them calls of the identity provider",
  moments: 'a transaction at a moment of its past',
  extensions: "a marketplace's own fields, panels and actions",
  palette: 'the search for anything and the keys of every page',
  welcome: 'what the role of a new colleague may do, and where to begin',
  'user-detail': 'one person, with the records of a dozen groups',
}

/** The most files of one folder. */
const maxFiles = 60

/** emailTemplates as email-templates. */
const wordOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const foldersOf = (root: string, path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : []

/**
 * A sentence for every file that a group of the contract lacks in the folder of its subject, for every folder of the console or of
 * browser tests with another word, and for every folder that is too deep or too full.
 */
export function otherWords(root: string): string[] {
  const text = readFileSync(join(root, 'contract/groups.ts'), 'utf8')
  const groups = [...text.matchAll(/^export \{ (\w+) \}/gm)].map(([, key = '']) => wordOf(key))
  return subjects.flat().flatMap((subject) => {
    const below = (name: string) =>
      existsSync(join(root, name, subject)) ? filesBelow(root, join(name, subject), /./) : []
    const files = below('server')
    const own = groups.filter((group) => text.includes(`'./${subject}/${group}.ts'`))
    const folders = ['contract', 'server', 'console', 'e2e'].flatMap((name) =>
      [...new Set(below(name).map((file) => dirname(file)))].map((folder) => ({
        folder,
        files: below(name).filter((file) => dirname(file) === folder).length,
      })),
    )
    return [
      ...own.flatMap((group) =>
        [`${group}.ts`, `${group}.test.ts`]
          .filter((name) => !files.some((file) => basename(file) === name))
          .map((name) => `The group ${group} of contract/${subject} has no ${name} in server/${subject}.`),
      ),
      ...['console', 'e2e'].flatMap((name) =>
        foldersOf(root, `${name}/${subject}`)
          .filter((folder) => ![...groups, ...Object.keys(otherFolders)].includes(folder))
          .map(
            (folder) =>
              `${name}/${subject}/${folder} is neither a group nor a page that tools/groups.ts lists.`,
          ),
      ),
      ...folders
        .filter(({ folder }) => folder.split('/').length > 3)
        .map(({ folder }) => `${folder} is too deep: a subject has one level of folders.`),
      ...folders
        .filter(({ files }) => files > maxFiles)
        .map(({ folder, files }) => `${folder} has ${files} files, more than ${maxFiles}.`),
    ]
  })
}
