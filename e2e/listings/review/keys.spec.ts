import type { Page } from '@playwright/test'
import { press } from '../../stack/page-parts.ts'
import { expect, named, test, toast, watchCalls } from '../../stack/test.ts'
import {
  ask,
  card,
  cases,
  importListings,
  listing,
  listings,
  openCase,
  openReview,
  row,
  titleOf,
} from './review.ts'

const heading = (page: Page) => card(page).getByRole('heading', { level: 2 })
const isOpen = (page: Page, key: string) => expect(heading(page)).toHaveText(titleOf(key))

test('the queue is worked through by keyboard', async ({ page }) => {
  await importListings([
    ...listings('move', '2001-03-01', 4),
    ...listings('decide', '2001-03-02', 4),
    ...listings('others', '2001-03-03', 1),
    ...listings('slip', '2001-03-04', 3),
  ])
  await openReview(page)

  await test.step('J, K and the arrows move through the queue; the next cases are prefetched', async () => {
    await openCase(page, titleOf('move-1'))
    for (const [key, leads] of [
      ['j', 2],
      ['ArrowDown', 3],
      ['ArrowRight', 4],
      ['k', 3],
      ['ArrowUp', 2],
      ['ArrowLeft', 1],
    ] as const) {
      await page.keyboard.press(key)
      await isOpen(page, `move-${leads}`)
      await expect(heading(page)).toBeFocused()
      await expect(row(page, titleOf(`move-${leads}`))).toHaveAttribute('aria-current', 'true')
    }
    // The next two are prefetched and not fetched again when they are opened.
    for (const next of [2, 3])
      await expect(
        page
          .locator('article[hidden]')
          .filter({ hasText: titleOf(`move-${next}`) })
          .getByText('The seller'),
      ).toHaveCount(1)
    const calls = watchCalls(page)
    await page.keyboard.press('j')
    await isOpen(page, 'move-2')
    await expect(card(page).getByRole('region', { name: 'Background' })).toContainText('Account')
    expect(calls.map(named)).not.toContain('GET /v1/admin/review/listing/move-2')
  })
  await test.step('A approves, D and a number denies with that message; a held key decides once', async () => {
    await openCase(page, titleOf('decide-1'))
    const calls = watchCalls(page)
    await page.keyboard.down('a')
    await page.keyboard.down('a')
    await page.keyboard.up('a')
    await isOpen(page, 'decide-2')
    await expect(toast(page, `Approved ${titleOf('decide-1')}`)).toBeVisible()
    await page.keyboard.press('d')
    const text = page.getByRole('dialog').getByRole('listitem').nth(1).locator('span').last()
    const message = await text.innerText()
    await page.keyboard.press('2')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await isOpen(page, 'decide-3')
    await expect(toast(page, `Denied ${titleOf('decide-2')}`)).toBeVisible()
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await isOpen(page, 'decide-3')
    const decisions = calls.filter((call) => /\/(approve|deny)$/.test(new URL(call.url()).pathname))
    expect(decisions.map(named)).toEqual([
      'POST /v1/admin/posts/decide-1/approve',
      'POST /v1/admin/posts/decide-2/deny',
    ])
    expect(decisions[1]?.postDataJSON()).toEqual({ message })
  })
  await test.step('Space opens the photos, O the seller, ? the keys', () => pressTheOthers(page))
  await test.step('a decision is undone: the case is open again, in its place, and can be decided again', () =>
    takeBack(page))
})

async function pressTheOthers(page: Page) {
  await openCase(page, titleOf('others-1'))
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog').getByRole('img', { name: '1 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog').getByRole('img', { name: '2 of 3' })).toBeVisible()
  // The page's other keys are off in here.
  await page.keyboard.press('a')
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isOpen(page, 'others-1')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('o')
  await expect(await opened).toHaveURL(/\/user-detail\/sentinel-reporter/)
  await page.bringToFront()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  for (const what of ['Next case', 'Approve', 'Deny with one of the messages', 'Take the last decision back'])
    await expect(help.getByText(what, { exact: true })).toBeVisible()
  // Single keys can be turned off (WCAG 2.1.4), also after a reload.
  await help.getByRole('switch', { name: 'Review with single keys' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.reload()
  await openCase(page, titleOf('others-1'))
  await page.keyboard.press('a')
  await press(page.getByRole('main'), 'Keys')
  await page.getByRole('switch', { name: 'Review with single keys' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(toast(page, `Approved ${titleOf('others-1')}`)).toBeVisible()
}

async function takeBack(page: Page) {
  await openCase(page, titleOf('slip-2'))
  await page.keyboard.press('d')
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await page.keyboard.press('1')
  await isOpen(page, 'slip-3')
  await page.keyboard.press('u')
  await expect(toast(page, `Taken back: ${titleOf('slip-2')}`)).toBeVisible()
  await isOpen(page, 'slip-2')
  const shown = await cases(page).locator(':scope > li').allInnerTexts()
  expect(shown.flatMap((text) => /^Title of (slip-\d)/.exec(text)?.[1] ?? [])).toEqual([
    'slip-1',
    'slip-2',
    'slip-3',
  ])
  const [before] = (
    await ask<{ wts: { key: string; version: number }[] }>(page, '/v1/admin/posts/pending')
  ).wts.filter(({ key }) => key === 'slip-2')
  expect(before?.version).toBe(3)
  // By the button beside the latest decision, too; then it is final.
  await page.keyboard.press('a')
  await press(page.getByRole('list', { name: 'Just decided' }).getByRole('listitem').first(), 'Take back')
  await isOpen(page, 'slip-2')
  await page.keyboard.press('a')
  await expect(toast(page, `Approved ${titleOf('slip-2')}`).first()).toBeVisible()
  await expect(row(page, titleOf('slip-2'))).toHaveCount(0)
}

test('after ten seconds no decision can be undone @slow', async ({ page }) => {
  await importListings(listings('late', '2001-03-05', 2))
  await openReview(page)
  await openCase(page, titleOf('late-1'))
  await page.keyboard.press('a')
  const just = page.getByRole('list', { name: 'Just decided' })
  await expect(just.getByText(titleOf('late-1'))).toBeVisible()
  await expect(just.getByText(titleOf('late-1'))).toHaveCount(0, { timeout: 15_000 })
})

/** Realistic texts: long, short, in other scripts, with unusual characters. */
const texts = [
  'Barely used, comes with the box and the charger.\nNo scratches. Pick up only.',
  'مستعمل قليلا وبحالة ممتازة.',
  '几乎全新，附带原装盒子。',
  `${'Bought last year and hardly used since. '.repeat(20)}Call me.`,
  'Pris kan diskuteras <b>snabb affär</b> & "fast pris"',
  '👟👟 size 42, cash only',
]

test('[REV-11] 40 listings are reviewed fast by keyboard; list and server agree at the end @slow', async ({
  page,
}) => {
  test.slow()
  const amount = 40
  const keys = Array.from({ length: amount }, (_, at) => `speed-${String(at + 1).padStart(3, '0')}`)
  await importListings(
    keys.map((key, at) =>
      listing(key, '2000-01-01', {
        description: texts[at % texts.length],
        price_as_smallest_currency_unit: at % 11 === 0 ? null : 500 + 37 * at,
        price: at % 11 === 0 ? null : (500 + 37 * at) / 100,
        creationDate: `2000-01-01T${10 + Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}:00.000Z`,
        photosURL: at % 5 === 0 ? [] : [`listings/bike-sentinel0002/${1 + (at % 3)}.svg`],
      }),
    ),
  )
  await openReview(page)
  await openCase(page, titleOf(keys[0] ?? ''))
  const expected = new Map<string, string>()
  for (const [at, key] of keys.entries()) {
    await isOpen(page, key)
    if (at % 4 === 3) {
      await page.keyboard.press('d')
      await page.keyboard.press(String(1 + (at % 2)))
      expected.set(key, 'denied')
    } else {
      await page.keyboard.press('a')
      expected.set(key, 'approved')
    }
  }
  const left = cases(page)
    .locator(':scope > li')
    .filter({ hasText: /Title of speed-/ })
  await expect(left).toHaveCount(0)
  // Every call is answered: the server's list has none of them, each is as decided.
  await expect(async () => {
    const { wts } = await ask<{ wts: { key: string }[] }>(page, '/v1/admin/posts/pending')
    expect(wts.filter(({ key }) => key.startsWith('speed-'))).toEqual([])
  }).toPass()
  await page.reload()
  await expect(card(page)).toBeVisible()
  await expect(left).toHaveCount(0)
  const of = (path: string) => ask<{ key: string; review_state: string }[]>(page, path)
  const found = [
    ...(await of('/v1/users/sentinel-reporter/posts')),
    ...(await of('/v1/admin/users/sentinel-reporter/posts/denied')),
  ].filter(({ key }) => key.startsWith('speed-'))
  expect(new Map(found.map(({ key, review_state }) => [key, review_state]))).toEqual(
    new Map(
      [...expected]
        .sort(([one], [other]) => (one < other ? 1 : -1))
        .map(([key]) => [key, expected.get(key) ?? '']),
    ),
  )
})
