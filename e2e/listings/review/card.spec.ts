import type { Locator } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes, expectDrawn, press } from '../../stack/page-parts.ts'
import { expect, test, toast } from '../../stack/test.ts'
import {
  card,
  importListings,
  importRequests,
  listing,
  openCase,
  openReview,
  request,
  row,
  titleOf,
} from './review.ts'

const title = (of: Locator) => of.getByRole('heading', { level: 2 })

/** Listings of each kind, and the words that their cards show. */
const kinds = [
  { key: 'kind-1', postType: 1, post_version: 2, variation: null, shows: ['WTB', 'HopUp Payments'] },
  { key: 'kind-2', postType: 0, post_version: 1, variation: 'flat_fee_post', shows: ['Flat fee'] },
  { key: 'kind-3', postType: 2, post_version: 1, variation: 'another', shows: [] },
  { key: 'kind-4', postType: 0, post_version: 2, variation: 'flat_fee_post', shows: ['HopUp Payments'] },
]

/** Without a photo: those of other listings here are the same, and similar therefore as soon as they are read. */
const kettle = {
  ...{ title: 'Copper kettle with a whistle', description: 'One litre, from a kitchen in Lund.' },
  ...{ photosURL: [], thumbnailImageURL: null },
}

test('the card of a case: both kinds, pills and badges, photos, and the background of its seller', async ({
  page,
}) => {
  await importListings([
    listing('card-1', '2001-02-01', { postType: 1, post_version: 1, variation: 'flat_fee_post' }),
    ...kinds.map(({ key, shows: _shows, ...kind }) => listing(key, '2001-02-02', kind)),
    listing('beside-1', '2001-02-05', { creatorUID: 'sentinel-blocked', creatorName: 'Sentinel Blocked' }),
    listing('beside-old', '2001-02-05', {
      creatorUID: 'sentinel-blocked',
      review_state: 'denied',
      review_message: 'Too blurred.',
    }),
    listing('kettle-1', '2001-02-05', kettle),
    listing('kettle-old', '2001-01-05', {
      ...{ ...kettle, title: 'Copper kettle with whistle, NEW', creatorUID: 'sentinel-blocked' },
      ...{ review_state: 'denied', review_message: 'Not yours.' },
    }),
  ])
  await importRequests([request('card-r', '2001-02-01', { post_id: 'card-1' })])
  await importRows('content_reports', [
    {
      id: 'beside-c',
      post_key: 'beside-1',
      reporter_uid: null,
      report_reason_id: 'Counterfeit item',
      status: 'open',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  ])
  await openReview(page)

  await test.step('[REV-19] [REV-21] [REV-22] [REV-28] [REV-41] [REV-43] both kinds of card show the same set', async () => {
    for (const key of ['card-1', 'card-r']) {
      await openCase(page, titleOf(key))
      const one = card(page)
      await expect(one.getByRole('list', { name: 'Photos' }).locator('img')).toHaveCount(3)
      await expect(one.getByRole('list', { name: 'Photos' }).locator('img').first()).toHaveAttribute(
        'src',
        /listings\/bike-sentinel0002\/1\.svg$/,
      )
      await expect(title(one)).toHaveText(titleOf(key))
      await expect(one.getByText('$25.00 + $4.99 shipping')).toBeVisible()
      await expect(one.getByText('Description of card-1.')).toBeVisible()
      await expectDrawn(one.getByRole('img', { name: 'Flag of Sweden' }))
      await expect(one.getByText('WTB', { exact: true })).toBeVisible()
      await expect(one.getByText('Flat fee', { exact: true })).toBeVisible()
      const seller = one.getByRole('link', { name: 'Sentinel Reporter' })
      await expect(seller).toHaveAttribute('href', '/user-detail/sentinel-reporter')
      await expect(seller).toHaveAttribute('target', '_blank')
      await expect(one.getByRole('button', { name: 'Deny', exact: true })).toBeVisible()
      await expect(one.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
    }
  })
  await test.step('[REV-23] [REV-24] [REV-25] [REV-26] [REV-27] pill and badge show the kind of listing', async () => {
    for (const { key, shows } of kinds) {
      await openCase(page, titleOf(key))
      for (const word of ['WTB', 'HopUp Payments', 'Flat fee'])
        await expect(card(page).getByText(word, { exact: true }), `${key}: ${word}`).toHaveCount(
          (shows as string[]).includes(word) ? 1 : 0,
        )
    }
  })
  await test.step("the reviewer's background beside the listing", async () => {
    await openCase(page, titleOf('beside-1'))
    const beside = card(page).getByRole('region', { name: 'Background' })
    await expect(beside).toContainText(/Account\d+ days ago/)
    await expect(beside).toContainText('Banned now, 2 bans on record')
    await expect(beside).toContainText('0 about the seller, 1 about this listing')
    await expect(beside).toContainText('Counterfeit item')
    await expect(beside).toContainText(`${titleOf('beside-old')}: Too blurred.`)
  })
  await test.step('how a similar listing was decided, which its title leads to', async () => {
    await openCase(page, kettle.title)
    const similar = card(page).getByRole('list', { name: 'Similar decisions' }).getByRole('listitem')
    await expect(similar).toHaveCount(1)
    await expect(similar).toContainText(/Denied.*Not yours\..*Nearly the same words/s)
    await expect(similar.getByRole('link')).toHaveAttribute('href', '/dashboard/listings/kettle-old')
    await checkSchemes(page, 'similar decisions')
  })
})

test('a case in the queue and its photos; new cases wait, so that no row moves @slow', async ({ page }) => {
  await page.clock.install()
  await importListings([
    listing('cell-1', '2001-02-04'),
    listing('again-1', '2001-02-06'),
    listing('photos-1', '2001-02-07'),
  ])
  await openReview(page)

  await test.step('[REV-33] [REV-34] [REV-35] a row is the small post cell', async () => {
    const one = row(page, titleOf('cell-1'))
    const box = await one.locator('img').boundingBox()
    expect([box?.width, box?.height]).toEqual([130, 130])
    await expect(one).toContainText('Description of cell-1.')
    await expect(one).toContainText('2/4/2001 - 12:00pm UTC')
    await expect(one).toContainText('$25.00')
    await expect(one.getByRole('link', { name: titleOf('cell-1'), exact: true })).toHaveAttribute(
      'href',
      /\/posts\/cell-1$/,
    )
  })
  await test.step('[REV-20] below 600 pixels the photos are in two columns', async () => {
    await openCase(page, titleOf('photos-1'))
    const photos = card(page).getByRole('list', { name: 'Photos' }).getByRole('button')
    const boxes = () =>
      photos.evaluateAll((all) =>
        all.map((one) => {
          const { width, top } = one.getBoundingClientRect()
          return { width, top }
        }),
      )
    await page.setViewportSize({ width: 600, height: 800 })
    for (const { width } of await boxes()) expect(width).toBe(130)
    await page.setViewportSize({ width: 599, height: 800 })
    const [first, second, third] = await boxes()
    expect(second?.top).toBe(first?.top)
    expect(third?.top).toBeGreaterThan(first?.top ?? 0)
    const whole = await card(page).getByRole('list', { name: 'Photos' }).boundingBox()
    expect(Math.round((first?.width ?? 0) * 2 + 8)).toBe(Math.round(whole?.width ?? 0))
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('photos open large, with arrows and zoom', async () => {
    await press(card(page), 'Photo 2 of 3')
    const dialog = page.getByRole('dialog', { name: titleOf('photos-1') })
    const photo = dialog.getByRole('img', { name: /of 3$/ })
    await expect(photo).toHaveAttribute('src', /\/2\.svg$/)
    await press(dialog, 'Next photo')
    await expect(photo).toHaveAttribute('src', /\/3\.svg$/)
    await page.keyboard.press('ArrowRight')
    await expect(photo).toHaveAttribute('src', /\/1\.svg$/)
    await page.keyboard.press('ArrowLeft')
    await expect(photo).toHaveAttribute('src', /\/3\.svg$/)
    const before = await photo.boundingBox()
    await press(dialog, 'Zoom in')
    await page.keyboard.press('+')
    await expect(dialog.getByText('200 %')).toBeVisible()
    expect((await photo.boundingBox())?.width).toBe((before?.width ?? 0) * 2)
    await press(dialog, 'Zoom out')
    await page.keyboard.press('0')
    await expect(dialog.getByText('100 %')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('new cases wait behind a button', async () => {
    await importListings([listing('newly', '2001-02-08')])
    await page.clock.fastForward(31_000)
    const button = page.getByRole('button', { name: /^\d+ new cases?$/ })
    await expect(button).toBeVisible()
    await expect(row(page, titleOf('newly'))).toHaveCount(0)
    // Other tests import cases too: the first press may show only theirs.
    await expect(async () => {
      await button.click({ timeout: 5000 })
      await expect(row(page, titleOf('newly'))).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(title(card(page))).toHaveText(titleOf('photos-1'))
  })
  await test.step("the seller's changes since the last approval, when a listing comes to review again", async () => {
    await press(row(page, titleOf('again-1')), 'Approve')
    await expect(toast(page, `Approved ${titleOf('again-1')}`)).toBeVisible()
    await importListings([
      listing('again-1', '2001-02-06', {
        price_as_smallest_currency_unit: 9900,
        description: 'Another one.',
      }),
    ])
    await openCase(page, titleOf('again-1'))
    const beside = card(page).getByRole('region', { name: 'Background' })
    await expect(beside.getByRole('heading', { name: 'Changed since the last approval' })).toBeVisible()
    await expect(beside).toContainText('by Ada Admin')
    await expect(beside).toContainText('$25.00 $99.00')
    await expect(beside).toContainText('Description of again-1. Another one.')
  })
})
