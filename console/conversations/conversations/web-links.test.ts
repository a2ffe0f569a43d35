import { expect, it } from 'vitest'
import { webAddress, webLinksIn } from './web-links.ts'

const written = (text: string) =>
  webLinksIn(text).map(({ part, to }) => (to === undefined ? part : [part, to]))

it.each([
  [
    'See https://shop.example/a?b=1#c.',
    ['See ', ['https://shop.example/a?b=1#c', 'https://shop.example/a?b=1#c'], '.'],
  ],
  ['www.shop.example', [['www.shop.example', 'https://www.shop.example/']]],
  ['(http://a.example/x)', ['(', ['http://a.example/x', 'http://a.example/x'], ')']],
  ['https://a.example/x_(y)', [['https://a.example/x_(y)', 'https://a.example/x_(y)']]],
  [
    'https://a.example, https://b.example!',
    [['https://a.example', 'https://a.example/'], ', ', ['https://b.example', 'https://b.example/'], '!'],
  ],
  [
    'javascript:alert(1) data:text/html,x ftp://a.example',
    ['javascript:alert(1) data:text/html,x ftp://a.example'],
  ],
  ['https:// and http://localhost', ['https:// and http://localhost']],
  ['no link', ['no link']],
  ['', []],
])('%s', (text, parts) => expect(written(text)).toEqual(parts))

it('the host is the one that the browser opens, not the one that the text pretends', () => {
  expect(webAddress('https://portreeve.example@evil.example/')?.host).toBe('evil.example')
  // A Cyrillic letter
  expect(webAddress('https://p\u0430ypal.example/')?.host).toMatch(/^xn--/)
  expect(webAddress('javascript://a.example/%0aalert(1)')).toBeNull()
})
