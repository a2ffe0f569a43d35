import { expect, test } from 'vitest'
import { literals } from './literals.ts'
import { foundIn } from './tree.ts'

test('a literal size of type, colour, radius or layer is refused in styles and in code, a token is not', () => {
  expect(
    foundIn(literals, {
      'console/ui/tokens.css': ':root {\n  --ink: #151a21;\n}\n',
      'console/ui/theme.ts': "export const sizes = { fontSize: '16px' }\n",
      'console/desk/desk/fits.module.css': `
.fits {
  margin: 8px;
  border: 1px solid var(--hair);
  border-radius: 0 0 var(--r-l) var(--r-l);
  font: var(--t-meta);
  z-index: var(--z-over);
  background: color-mix(in srgb, var(--ink) 5%, transparent);
}
/* #3391ff is the primary colour. */
a:hover {
  font: inherit;
}
`,
      'console/desk/desk/literal.module.css': `
.literal {
  font-size: 11px;
  line-height: 1.45;
  font: 12px var(--mono);
  border-start-start-radius: 8px;
  z-index: 5;
  color: #b42318;
  background: white;
  box-shadow: 0 1px rgb(0 0 0 / 0.1);
}
`,
      'console/desk/desk/Fits.tsx': '<Text size="sm" c="dimmed" style={{ zIndex: "var(--z-bar)" }} />\n',
      'console/desk/desk/Literal.tsx':
        '<Text fz={11} />\n<Text c="#b42318" />\n<div style={{ fontSize: 12 }} />\n<Popover zIndex={150} />\n',
      'console/desk/desk/Literal.test.tsx': '<Text c="#b42318" />\n',
    }).map((fault) => fault.split(' ', 1)[0]),
  ).toEqual([
    ...[1, 2, 3, 4].map((line) => `console/desk/desk/Literal.tsx:${line}`),
    ...[3, 4, 5, 6, 7, 8, 9, 10].map((line) => `console/desk/desk/literal.module.css:${line}`),
  ])
})
