import type { Page } from '@playwright/test'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { expect, test, withoutLive } from '../../stack/test.ts'
import { row, urgentListings } from './desk.ts'

test.use({ role: 'moderator', viewport: { width: 1440, height: 900 } })

const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })
// Not those of similar decisions, which the page beside the list may have.
const link = (page: Page, name: string) =>
  page.locator('[data-peek]').and(page.getByRole('link', { name, exact: true }))
const done = (page: Page) => page.locator('[data-triage]')

/** The sum of the shifts of the layout since the page was opened. */
const shift = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)

test('listings are decided on the desk by keys, beside their facts; each decision is undone by U, also after a reload', async ({
  page,
}) => {
  await urgentListings('peek', 20, ['Copper lamp', 'Copper vase', 'Copper bowl'])
  await page.addInitScript(() => {
    const sum = window as unknown as { shift: number }
    sum.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Cases of other journeys would move the rows.
  await withoutLive(page)
  await page.goto('/dashboard/desk?kind=listing')

  await test.step('rows have two lines and one height, in bands; nothing moves when they arrive', async () => {
    await expect(row(page, 'Copper lamp')).toContainText('New listing of Dora peek')
    await expect(page.getByRole('rowheader').first()).toHaveText(/^(Most urgent|Next) \d+/)
    await expect(page.getByRole('link', { name: /^All \d/ })).toBeVisible()
    expect(await shift(page)).toBeLessThan(0.01)
    const heights = await page
      .getByRole('table', { name: 'Desk' })
      .locator('tr:has([data-peek])')
      .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)))
    expect([...new Set(heights)].every((height) => height === 52 || height === 53)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('Space shows the case beside the list, J the next one; the focus stays in the list', async () => {
    await link(page, 'Copper lamp').focus()
    // A decision is about what the person has seen: its key shows the case first.
    await page.keyboard.press('a')
    await expect(panel(page, 'Copper lamp')).toContainText('The seller')
    await expect(done(page).getByRole('button', { name: /Copper lamp/ })).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(panel(page, 'Copper lamp')).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(panel(page, 'Copper lamp')).toContainText('The seller')
    expect(Math.round((await panel(page, 'Copper lamp').boundingBox())?.width ?? 0)).toBe(408)
    await expect(page).toHaveURL(/peek=listing%3Adesk-peek-0/)
    await page.keyboard.press('j')
    await expect(panel(page, 'Copper vase')).toBeVisible()
    await expect(link(page, 'Copper vase')).toBeFocused()
    await page.keyboard.press('F6')
    await expect(panel(page, 'Copper vase')).toBeFocused()
    await page.keyboard.press('F6')
    await expect(link(page, 'Copper vase')).toBeFocused()
    await checkSchemes(page, 'desk with a panel')
  })
  await test.step('A approves, the panel follows the focus, U brings the row back', async () => {
    await page.keyboard.press('a')
    await expect(link(page, 'Copper bowl')).toBeFocused()
    await expect(panel(page, 'Copper bowl')).toBeVisible()
    await expect(row(page, 'Copper vase')).toHaveCount(0)
    await expect(done(page)).toContainText('Approved: Copper vase')
    await checkSchemes(page, 'what was just done', ['[data-triage]'])
    await page.keyboard.press('u')
    await expect(link(page, 'Copper vase')).toBeFocused()
    await expect(done(page)).not.toContainText('Copper vase')
  })
  await test.step('T takes the case; its row stays, and U gives it back', async () => {
    await page.keyboard.press('t')
    await expect(row(page, 'Copper vase')).toContainText('Milo Moderator')
    await expect(done(page)).toContainText('Taken: Copper vase')
    await page.keyboard.press('u')
    await expect(row(page, 'Copper vase')).toContainText('No one')
  })
  await test.step('D asks what the seller is told; the chip is there after a reload', async () => {
    await page.keyboard.press('d')
    await dialog(page).getByRole('listitem').first().getByRole('button').click()
    await expect(row(page, 'Copper vase')).toHaveCount(0)
    await expect(done(page)).toContainText('Denied: Copper vase')
    await page.reload()
    await expect(done(page)).toContainText('Denied: Copper vase')
    await done(page).getByRole('button', { name: 'Undo: Denied: Copper vase' }).click()
    await expect(link(page, 'Copper vase')).toBeFocused()
  })
  await test.step('Escape closes the panel; a narrow window has it as a drawer, a very narrow one none', async () => {
    await expect(page.getByRole('complementary', { name: /^Copper/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary', { name: /^Copper/ })).toHaveCount(0)
    await page.setViewportSize({ width: 1000, height: 800 })
    await link(page, 'Copper lamp').focus()
    await page.keyboard.press('Space')
    await expect(panel(page, 'Copper lamp')).toBeVisible()
    expect((await panel(page, 'Copper lamp').boundingBox())?.height).toBe(800)
    await page.keyboard.press('Space')
    await page.setViewportSize({ width: 390, height: 844 })
    await link(page, 'Copper lamp').focus()
    await page.keyboard.press('Space')
    await expect(page).not.toHaveURL(/peek=/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
