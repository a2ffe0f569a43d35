import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, isTest } from './sources.ts'

/** The files that define the look: tokens, their names in Mantine, and the styles of Mantine that are in use. */
const sources = ['tokens.css', 'theme.ts', 'mantine.css', 'mantine-page.css'].map((name) =>
  join('console', 'ui', name),
)

const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|light-dark)\(/i
const named = /:[^;]*(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple)(?![\w-])/
/** A size that is written out. Zero is a size in every scale. */
const written = /(?<![\w-])(?!0(?:px)?(?![\d.]))\d*\.?\d+(?:px|r?em|%)?(?![\w-])/

/** Properties of CSS whose values are tokens, and what in them is a literal. */
const inStyles: [property: RegExp, literal: RegExp][] = [
  [/^(?:font-size|line-height|z-index|border-(?:\w+-)*radius)$/, written],
  [/^font$/, /^(?!inherit$|var\(--t-)/],
]
/** The same in the properties of components and in styles that are written in TypeScript. */
const inCode =
  /\b(?:fontSize|lineHeight|zIndex|borderRadius|fz|lh)\s*(?:=\{?|:)\s*['"]?[\d.]|\b(?:c|bg|color|background|fill|stroke)=?["'{: ]+#[\da-f]{3}/i

/** A sentence for every size of type, colour, radius or layer of the console that is written out where a token belongs. */
export function literals(root: string): string[] {
  const files = filesBelow(root, 'console', /\.(?:css|tsx?)$/).filter(
    (file) => !sources.includes(file) && !isTest(file),
  )
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const isLiteral = file.endsWith('.css') ? literalInStyles : (line: string) => inCode.test(line)
    return withoutComments(text)
      .split('\n')
      .flatMap((line, at) =>
        isLiteral(line)
          ? [`${file}:${at + 1} writes out \`${line.trim()}\`, which is a token (console/ui/tokens.css).`]
          : [],
      )
  })
}

function literalInStyles(line: string): boolean {
  const [, property, value] = /^\s*([\w-]+):\s*(.*?);?$/.exec(line) ?? []
  if (!property || value === undefined) return false
  return (
    colour.test(value) ||
    named.test(`:${value}`) ||
    inStyles.some(([name, literal]) => name.test(property) && literal.test(value))
  )
}

/** The text with its comments blank, so that the lines keep their numbers. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*/gm, (comment) => comment.replace(/[^\n]/g, ' '))
