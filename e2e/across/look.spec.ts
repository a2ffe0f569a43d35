import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { txnOf } from '../money/transactions/transactions.ts'
import { layoutShift, mostShift } from '../stack/layout-shift.ts'
import { expect, setLimit, test } from '../stack/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const addresses = [
  '/dashboard/desk',
  '/dashboard/desk/metrics',
  '/dashboard/desk/weights',
  '/dashboard/users',
  '/user-detail/sentinel-blocked',
  '/dashboard/pending_review',
  '/dashboard/listings',
  '/email-templates',
  '/dashboard/txns/overview',
  `/dashboard/txns/${txnOf('labels')}`,
  '/dashboard/disputes',
  '/dashboard/refunds',
  '/dashboard/payouts',
  '/dashboard/money-plans',
  '/dashboard/reconciliation',
  '/dashboard/money-settings',
  '/dashboard/moderating',
  '/dashboard/policies',
  '/dashboard/lists',
  '/dashboard/rules',
  '/dashboard/transparency',
  '/dashboard/messages?view=all',
  '/dashboard/incidents',
  '/dashboard/inbox-metrics',
  '/dashboard/inbox-settings',
  '/dashboard/contentkw',
  '/dashboard/community/overview',
  '/dashboard/collections/overview',
  '/dashboard/collections/new',
  '/dashboard/staff',
  '/dashboard/your-sign-in',
  '/dashboard/audit',
  '/dashboard/undo',
  '/dashboard/developers',
  '/dashboard/extensions',
]

/** The most different sizes that all pages together may have. More is a mistake in one of them. */
const most = { type: 7, height: 3, radius: 4 }

const tokens = [
  ...readFileSync(new URL('../../console/ui/tokens.css', import.meta.url), 'utf8').matchAll(
    /^\s*(--[\w-]+):/gm,
  ),
]

/** The colours of the tokens, as the page computes them. */
const colours = (page: Page) =>
  page.evaluate(
    (names) => {
      const probe = document.body.appendChild(document.createElement('i'))
      return names.map((name) => {
        probe.style.backgroundColor = `var(${name})`
        return getComputedStyle(probe).backgroundColor
      })
    },
    tokens.map(([, name = '']) => name),
  )

test('nothing moves while a page loads, all pages together have few sizes, and each colour is a token @slow', async ({
  page,
}) => {
  setLimit(240_000)
  const seen: Record<string, Map<string, string>> = {}
  const moving: string[] = []
  for (const address of addresses)
    await test.step(address, async () => {
      const { sum, moved } = await layoutShift(page, () => page.goto(address))
      if (sum > mostShift) moving.push(`${address} ${sum.toFixed(3)}\n  ${moved.join('\n  ')}`)
      for (const [kind, values] of Object.entries(await stylesOf(page)))
        for (const value of values) {
          seen[kind] ??= new Map()
          if (!seen[kind].has(value)) seen[kind].set(value, address)
        }
    })
  expect(moving, moving.join('\n')).toEqual([])
  const known = new Set(await colours(page))
  for (const [kind, values] of Object.entries(seen)) {
    const list = [...values].map(([value, address]) => `${value} first on ${address}`)
    const limit = most[kind as keyof typeof most]
    if (limit) expect(list.length, `${kind}: ${list.join(', ')}`).toBeLessThanOrEqual(limit)
    else
      expect(
        list.filter((one) => !known.has(one.replace(/ first on .*/, ''))),
        kind,
      ).toEqual([])
  }
})

test('in a narrow window the rows of the inbox fit @slow', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/dashboard/messages?view=all')
  const row = page.getByRole('main').getByRole('listitem').first()
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.width).toBeLessThanOrEqual(390)
})

/** The computed values of what is in sight: fonts of texts, heights of controls, radii, and the colours of texts, grounds and lines. */
const stylesOf = (page: Page) =>
  page.evaluate(() => {
    const found = {
      type: new Set<string>(),
      ink: new Set<string>(),
      height: new Set<string>(),
      ground: new Set<string>(),
      radius: new Set<string>(),
      line: new Set<string>(),
    }
    const clear = 'rgba(0, 0, 0, 0)'
    // What a vendor draws, and what a person wrote.
    const foreign = 'svg, img, iframe, [data-message], .mantine-ColorSwatch-root, #recharts_measurement_span'
    for (const element of document.querySelectorAll('body *')) {
      const { width, height } = element.getBoundingClientRect()
      if (width < 2 || height < 2 || element.closest(foreign)) continue
      const style = getComputedStyle(element)
      if ([...element.childNodes].some((node) => node instanceof Text && node.data.trim())) {
        found.type.add(`${style.fontSize}/${style.lineHeight}`)
        found.ink.add(style.color)
      }
      const isControl = element.matches(
        'main .mantine-Button-root, main .mantine-ActionIcon-root, main .mantine-Input-input',
      )
      if (isControl && !element.matches('textarea, .mantine-Input-section *'))
        found.height.add(`${Math.round(height)}px`)
      if (style.backgroundColor !== clear) found.ground.add(style.backgroundColor)
      if (style.borderTopLeftRadius !== '0px') found.radius.add(style.borderTopLeftRadius)
      for (const side of ['Top', 'Bottom', 'Left', 'Right'] as const)
        if (style[`border${side}Width`] !== '0px' && style[`border${side}Color`] !== clear)
          found.line.add(style[`border${side}Color`])
    }
    return Object.fromEntries(Object.entries(found).map(([kind, values]) => [kind, [...values]]))
  })
