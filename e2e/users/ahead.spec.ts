import type { Page } from '@playwright/test'
import { expect, named, quiet, test, watchCalls } from '../stack/test.ts'

// Prefetching while the pointer or the keyboard rests on a link, and no second fetch of fresh data.

const rows = (page: Page) =>
  page
    .getByRole('region', { name: 'Search results' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })

async function search(page: Page, term: string) {
  // Fresh data stays fresh, also on a busy machine.
  await page.clock.setFixedTime(new Date())
  await page.goto('/dashboard/users')
  const box = page.getByRole('searchbox', { name: 'Search Users' })
  await box.fill(term)
  await box.press('Enter')
  await expect(rows(page)).toHaveCount(11)
  await expect(page.getByRole('heading', { name: 'Listing Reports' })).toBeVisible()
}

/** The calls about a person so far, and the loads of their page's code. */
function watch(page: Page) {
  const calls = watchCalls(page)
  const code: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/UserDetailScreen')) code.push(request.url())
  })
  const people = (uid = '') =>
    calls
      .map(named)
      .filter((name) => name.startsWith(`GET /v1/admin/users/${uid}`) && !name.includes('/', 30))
  return { calls, code, people, names: () => calls.map(named) }
}

test('the resting pointer on a row prefetches the page, once; the click fetches nothing again', async ({
  page,
}) => {
  await search(page, 'Sentinel Edit 1')
  const { code, names } = watch(page)
  const row = rows(page).nth(2)
  const uid = await row.getByRole('cell').nth(1).textContent()
  const person = `GET /v1/admin/users/${uid}`
  await row.hover()
  await expect.poll(names).toContain(person)
  await expect.poll(() => code.length).toBeGreaterThan(0)
  await quiet(page)
  // No audited call, and no call about another person.
  expect(names().toSorted()).toEqual([person, `${person}/ban_reasons`])
  // Away and back again: the data is still fresh.
  await page.mouse.move(0, 0)
  await row.hover()
  await quiet(page)
  expect(names()).toHaveLength(2)

  await row.getByRole('link').click()
  await expect(page.getByText('Last IP Address')).toBeVisible()
  await quiet(page)
  expect(names().filter((name) => name === person)).toHaveLength(1)
  expect(names().filter((name) => name.endsWith('/ban_reasons'))).toHaveLength(1)
  // The page itself fetches the other data.
  expect(names().some((name) => name.endsWith('/verification_codes'))).toBe(true)
})

test('the keyboard on a row prefetches the page, too; sweeping over rows fetches nothing', async ({
  page,
}) => {
  await search(page, 'Sentinel Edit 1')
  const { names } = watch(page)
  // All at once: also on a busy machine the pointer rests nowhere.
  await rows(page)
    .getByRole('link')
    .evaluateAll((links) => {
      for (const [at, link] of links.entries()) {
        const [from, to] = [links[at - 1] ?? document.body, links[at + 1] ?? document.body]
        link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, relatedTarget: from }))
        link.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: to }))
      }
    })
  await quiet(page)
  expect(names()).toEqual([])

  const row = rows(page).nth(4)
  const uid = await row.getByRole('cell').nth(1).textContent()
  await row.getByRole('link').focus()
  await expect.poll(names).toContain(`GET /v1/admin/users/${uid}`)
})

test('a link that opens a new tab prefetches nothing in this one', async ({ page }) => {
  await page.goto('/dashboard/txns/overview')
  const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(3)
  await expect(row.getByRole('link')).toBeVisible()
  const { names } = watch(page)
  await row.hover()
  await row.getByRole('link').focus()
  await quiet(page)
  expect(names()).toEqual([])
})

test('going back fetches no fresh data; after a change it fetches all again', async ({ page }) => {
  await search(page, 'Sentinel Edit 1')
  await expect(
    page.getByRole('list', { name: 'User Reports' }).or(page.getByText('No reports.')).first(),
  ).toBeVisible()
  const { calls, names } = watch(page)
  await rows(page).nth(5).getByRole('link').click()
  await expect(page.getByText('Last IP Address')).toBeVisible()
  calls.length = 0
  await page.goBack()
  await expect(rows(page)).toHaveCount(11)
  await quiet(page)
  expect(names()).not.toContain('GET /v1/admin/user_search')

  await rows(page).nth(5).getByRole('link').click()
  const early = page.getByRole('switch', { name: 'Early Access Membership' })
  const was = await early.isChecked()
  const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await early.press('Space')
  await expect(early).toBeChecked({ checked: !was })
  await changed
  await quiet(page)
  calls.length = 0
  await page.goBack()
  await expect(rows(page)).toHaveCount(11)
  await expect.poll(names).toContain('GET /v1/admin/user_search')
})
