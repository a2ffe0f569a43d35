import type { Page } from '@playwright/test'
import { expect, follow, named, quiet, test, watchCalls, withoutLive } from '../../stack/test.ts'
import { look, rows, search } from './search.ts'

const term = 'Sentinel Edit 1'

// Prefetching while the pointer or the keyboard rests on a link, and no second fetch of fresh data.

/** The calls so far, those of them that repeat the search, and the loads of the code of a person's page. */
function watch(page: Page) {
  const calls = watchCalls(page)
  const code: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/person-page')) code.push(request.url())
  })
  // A person's page searches, too, for others with the same telephone number.
  const searches = () =>
    calls.filter(
      (call) => named(call) === search && new URL(call.url()).searchParams.get('search_term') === term,
    )
  return { calls, code, names: () => calls.map(named), searches: () => searches().length }
}

test('a resting pointer or keyboard prefetches a person; data is fetched again only after a change @slow', async ({
  page,
}) => {
  // Fresh data stays fresh, also on a busy machine.
  await page.clock.setFixedTime(new Date())
  // Other tests change data meanwhile.
  await withoutLive(page)
  await page.goto('/dashboard/txns/overview')
  const { calls, code, names, searches } = watch(page)

  await test.step('a link that opens a new tab prefetches nothing in this one', async () => {
    const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(3)
    const link = row.getByRole('link').first()
    await expect(link).toBeVisible()
    await expect.poll(names).toContain('GET /v1/admin/orders/marks')
    calls.length = 0
    await row.hover()
    await link.focus()
    await quiet(page)
    expect(names().filter((name) => name.includes('/transactions/'))).toEqual([])
    // The pointer must rest on no row of the next page.
    await page.mouse.move(0, 0)
  })

  await follow(page, '/dashboard/users')
  await look(page, term)
  await expect(rows(page)).toHaveCount(11)
  await expect(page.getByRole('region', { name: 'User Reports' }).getByRole('list')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Listing Reports' }).getByRole('list')).toBeVisible()
  const uidOf = (at: number) => rows(page).nth(at).getByRole('cell').nth(1).textContent()
  const person = `GET /v1/admin/users/${await uidOf(2)}`
  const another = `GET /v1/admin/users/${await uidOf(4)}`
  calls.length = 0

  await test.step('sweeping over rows fetches nothing; the resting pointer prefetches the page, once', async () => {
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
    await rows(page).nth(2).hover()
    // No audited call, and no call about another person.
    await expect.poll(() => names().toSorted()).toEqual([person, `${person}/ban_reasons`])
    await expect.poll(() => code.length).toBeGreaterThan(0)
    // Away and back again: the data is still fresh.
    await page.mouse.move(0, 0)
    await rows(page).nth(2).hover()
  })

  await test.step('so does the keyboard on a row', async () => {
    await rows(page).nth(4).getByRole('link').focus()
    await expect
      .poll(() => names().toSorted())
      .toEqual([person, `${person}/ban_reasons`, another, `${another}/ban_reasons`].toSorted())
  })

  await test.step('the click fetches nothing again, and the page itself the other data', async () => {
    await rows(page).nth(2).getByRole('link').click()
    await expect(page.getByText('Last IP Address')).toBeVisible()
    await expect.poll(() => names().some((name) => name.endsWith('/verification_codes'))).toBe(true)
    expect(names().filter((name) => name === person)).toHaveLength(1)
    expect(names().filter((name) => name === `${person}/ban_reasons`)).toHaveLength(1)
  })

  await test.step('going back fetches no fresh data; after a change it fetches all again', async () => {
    calls.length = 0
    await page.goBack()
    await expect(rows(page)).toHaveCount(11)
    await rows(page).nth(5).getByRole('link').click()
    const early = page.getByRole('switch', { name: 'Early Access Membership' })
    const was = await early.isChecked()
    expect(searches()).toBe(0)
    const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await early.press('Space')
    await expect(early).toBeChecked({ checked: !was })
    await changed
    await expect(early).toBeEnabled()
    calls.length = 0
    await page.goBack()
    await expect(rows(page)).toHaveCount(11)
    await expect.poll(searches).toBe(1)
  })
})
