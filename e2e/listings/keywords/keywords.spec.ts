import type { Page } from '@playwright/test'
import { checkAxe } from '../../stack/page-parts.ts'
import {
  answered,
  expect,
  follow,
  named,
  sent,
  slowNetwork,
  test,
  toast,
  watchCalls,
  withoutLive,
} from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { calls, choose, fresh, newTerms, open, path, terms } from './keywords.ts'

const callOf = (name: string) => `${calls}/sentinel-${name}-keyword`
const rows = (page: Page) => page.getByRole('table', { name: 'Content Keywords' }).locator('tbody tr')
const newName = (page: Page) => page.getByRole('textbox', { name: 'New preferred name', exact: true })
/** The demo's keywords for tests. No other test adds or removes one. */
const sentinels = async (page: Page) =>
  (
    await page
      .getByRole('textbox', { name: /^Terms for sentinel/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  ).sort()

test('the keywords fail to load, are loaded again, and a keyword is added @slow', async ({ page }) => {
  const list = /\/v1\/admin\/similar_content_keywords$/
  // An event of another test would load the failed list before Retry does.
  await withoutLive(page)
  await page.route(list, (route) => route.abort())
  await page.goto(path)

  await test.step('a failed load differs from an empty table', async () => {
    await expect(page.getByText('The keywords could not be loaded.')).toBeVisible()
    await expect(page.getByText('No keywords yet.', { exact: false })).toHaveCount(0)
    await page.unroute(list)
  })

  await test.step('[KEY-01] [KEY-02] [KEY-03] [KEY-05] [API-70] the table, with a row for a new keyword at its end', async () => {
    const answer = answered(page, `GET ${calls}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    const { data } = (await (await answer).json()) as { data: { terms: string }[] }
    await expect(terms(page, 'sofa')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content Keywords')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Terms (comma-separated, no spaces)',
      'Preferred name',
    ])
    await expect(rows(page)).toHaveCount(data.length + 1)
    await expect(rows(page).first().getByRole('textbox').first()).toHaveValue(data[0]?.terms ?? '')
    await expect(rows(page).last().getByRole('textbox')).toHaveCount(2)
    await expect(rows(page).last().getByRole('textbox').first()).toHaveValue('')
    await expect(rows(page).last().getByRole('textbox').last()).toHaveValue('')
    await checkAxe(page, 'table')
  })

  const seen = watchCalls(page)
  const posts = () => seen.map(named).filter((name) => name.startsWith('POST'))
  await test.step('[KEY-07] with an empty side Enter does nothing, without a message', async () => {
    await newTerms(page).fill('only terms')
    await newTerms(page).press('Enter')
    await newTerms(page).fill('')
    await newName(page).fill('only a name')
    await newName(page).press('Enter')
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await expect(newName(page)).toHaveValue('only a name')
  })

  await test.step('[KEY-13] a refused keyword returns to the new row, with the reason', async () => {
    const name = fresh('refused')
    await newTerms(page).fill('!!!')
    await newName(page).fill(name)
    await newName(page).press('Enter')
    await expect(
      toast(page, 'Failed: The terms and the preferred name must be different words, of letters or digits.'),
    ).toHaveRole('alert')
    await expect(newTerms(page)).toHaveValue('!!!')
    await expect(newName(page)).toHaveValue(name)
    await expect(terms(page, name)).toHaveCount(0)
    // [KEY-07] The empty sides have sent nothing.
    expect(posts()).toEqual([`POST ${calls}`])
    await closeToasts(page)
  })

  await test.step('[KEY-06] [KEY-08] [KEY-11] [KEY-12] [API-71] Enter in the new row adds it at the top, before the server answers', async () => {
    const [slang, name] = [fresh('slang'), fresh('name')]
    await newTerms(page).fill(`${slang},b`)
    await newName(page).fill(name)
    const faster = await slowNetwork(page, 10_000)
    const [request, answer] = [sent(page, `POST ${calls}`), answered(page, `POST ${calls}`)]
    await newName(page).press('Enter')
    expect((await request).postDataJSON()).toEqual({ terms: `${slang},b`, preferred_term: name })
    await expect(rows(page).first()).toContainText(name)
    await expect(newTerms(page)).toHaveValue('')
    await expect(newName(page)).toHaveValue('')
    await faster()
    expect((await answer).status()).toBe(200)
    await expect(toast(page, `Added ${slang},b`)).toHaveRole('status')
    await expect(terms(page, name)).toHaveValue(`${slang},b`)
    await expect(rows(page).first().getByRole('textbox').first()).toHaveValue(`${slang},b`)
    await choose(page, name, 'Delete')
    await expect(toast(page, `Deleted ${slang},b`)).toHaveRole('status')
    await expect(terms(page, name)).toHaveCount(0)
  })
})

test('keywords are edited and deleted, or not', async ({ page }) => {
  await open(page)

  await test.step('[KEY-15] [KEY-17] failures show their error; the row and typed text stay', async () => {
    const name = 'sentinel changes-fail'
    const words = 'This person of the demo always fails.'
    await terms(page, name).fill('typed')
    await choose(page, name, 'Save')
    await expect(toast(page, `Failed update: ${words}`)).toHaveRole('alert')
    await expect(terms(page, name)).toHaveValue('typed')
    await choose(page, name, 'Delete')
    await expect(toast(page, `Failed delete: ${words}`)).toHaveRole('alert')
    await expect(terms(page, name)).toHaveValue('typed')
    await closeToasts(page)
  })

  await test.step('[KEY-16] [KEY-19] [API-73] Delete removes only its row', async () => {
    const before = await sentinels(page)
    const request = sent(page, `DELETE ${callOf('edit-6')}`)
    await choose(page, 'sentinel edit-6', 'Delete')
    expect((await request).postData()).toBeNull()
    await expect(toast(page, 'Deleted sentinelslang5,sentineljargon5')).toHaveRole('status')
    await expect(terms(page, 'sentinel edit-6')).toHaveCount(0)
    expect(await sentinels(page)).toEqual(before.filter((name) => name !== 'Terms for sentinel edit-6'))
    await expect(terms(page, 'sentinel edit-5')).toBeVisible()
    await closeToasts(page)
  })

  await test.step('[KEY-04] [KEY-09] [KEY-10] [KEY-14] [KEY-19] [API-72] a row is edited in place and sent only by its Save', async () => {
    const [one, other] = ['sentinel edit-1', 'sentinel edit-2']
    const seen = watchCalls(page)
    const changed = fresh('edited')
    await terms(page, one).fill(`${changed},b`)
    await terms(page, one).press('Enter')
    await terms(page, other).fill('typed in another row')
    await expect(terms(page, one)).toHaveValue(`${changed},b`)
    await page.getByRole('button', { name: `Actions for ${one}`, exact: true }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Delete', 'Save'])
    await checkAxe(page, 'menu')
    expect(seen.map(named).filter((name) => !name.startsWith('GET'))).toEqual([])
    const request = sent(page, `PATCH ${callOf('edit-1')}`)
    await page.getByRole('menuitem', { name: 'Save' }).click()
    const made = await request
    expect(made.postDataJSON()).toEqual({ terms: `${changed},b`, preferred_term: one })
    expect(made.headers()['if-match']).toMatch(/^"\d+"$/)
    await expect(toast(page, `Updated ${changed},b`)).toHaveRole('status')
    expect(seen.map(named).filter((name) => name.startsWith('PATCH'))).toEqual([`PATCH ${callOf('edit-1')}`])
    await expect(terms(page, other)).toHaveValue('typed in another row')
    await page.reload()
    await expect(terms(page, one)).toHaveValue(`${changed},b`)
    await expect(terms(page, other)).not.toHaveValue('typed in another row')
  })
})

test('[KEY-18] a keyword widens the search in both directions, and shows by how much before it is saved @slow', async ({
  page,
}) => {
  await open(page)
  const toKeywords = async () => {
    await follow(page, path)
    await expect(newTerms(page)).toBeVisible()
  }
  const search = async (term: string) => {
    const answer = answered(page, 'GET /v1/search')
    await follow(page, `/dashboard/collections/sentinel-edit-12-collection?q=${term}`)
    const { data } = (await (await answer).json()) as { data: { posts: { title: string }[] } }
    await toKeywords()
    return data.posts.map(({ title }) => title).sort()
  }
  expect(await search('quibblewick')).toEqual(['Quibblewick lamp'])
  await newTerms(page).fill('quibblewick')
  await newName(page).fill('lanternette')
  const words = 'Newly found: 1 by “lanternette”, 1 by “quibblewick”.'
  await expect(page.getByText(words)).toBeVisible()
  await checkAxe(page, 'reach')
  await newName(page).press('Enter')
  await expect(toast(page, 'Added quibblewick')).toBeVisible()
  expect(await search('quibblewick')).toEqual(['Brass lanternette', 'Quibblewick lamp'])
  expect(await search('lanternette')).toEqual(['Brass lanternette', 'Quibblewick lamp'])
  await terms(page, 'lanternette').fill('quibblewick,nosuchslang')
  await expect(page.getByText('Newly found: 2 by “nosuchslang”.')).toBeVisible()
  await terms(page, 'lanternette').fill('quibblewick ')
  await expect(page.getByText('No listing more would be found.')).toBeVisible()
  await choose(page, 'lanternette', 'Delete')
  await expect(toast(page, 'Deleted quibblewick')).toBeVisible()
  expect(await search('lanternette')).toEqual(['Brass lanternette'])
})
