import type { Page } from '@playwright/test'
import { answered, expect, follow, named, sent, signIn, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts, expectStay, stopClock } from '../../stack/toasts.ts'
import { box, look, open, results, rows, search } from './search.ts'

const searches = (page: Page) => {
  const calls = watchCalls(page)
  return () =>
    calls
      .filter((call) => named(call) === search)
      .map((call) => new URL(call.url()).searchParams.get('search_term'))
}

const paste = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await box(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
}

const spinner = (page: Page) => page.getByRole('search').getByLabel('Loading')
const none = (page: Page) => page.getByText('No users found.')

test('a person is searched for by typing, by pasting, by one letter, and without result', async ({
  page,
}) => {
  await page.clock.install()
  const calls = watchCalls(page)
  const terms = searches(page)
  await open(page)

  await test.step("[USR-02] [USR-03] the search box has the placeholder 'Search Users' and the focus", async () => {
    await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Search Users')
    await expect(box(page)).toBeFocused()
  })

  await test.step('[USR-10] [USR-14] [API-07] only Enter searches, typing does not', async () => {
    await expect(none(page)).toHaveCount(0)
    await expect(spinner(page)).toHaveCount(0)
    await box(page).pressSequentially('Sentinel Edit 1')
    // Long enough for a search while typing.
    await page.clock.fastForward(2000)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(11)
    expect(terms()).toEqual(['Sentinel Edit 1'])
    const call = calls.find((one) => named(one) === search)
    expect(new URL(call?.url() ?? '').search).toBe('?search_term=Sentinel+Edit+1&exclude_uid=')
    expect(call?.postData()).toBeNull()
    // The same term again fetches again.
    await page.keyboard.press('Enter')
    await expect.poll(terms).toEqual(['Sentinel Edit 1', 'Sentinel Edit 1'])
  })

  await test.step('[USR-11] [USR-12] pasted text replaces the query and is searched at once', async () => {
    await box(page).fill('abc')
    await paste(page, 'sentinel-edit')
    await expect(box(page)).toHaveValue('sentinel-edit')
    await expect(rows(page)).toHaveCount(20)
    expect(terms().slice(2)).toEqual(['sentinel-edit'])
  })

  await test.step('[USR-20] one letter is searched, and so is an empty term (D-013)', async () => {
    await look(page, 's')
    await expect.poll(() => terms().slice(3)).toEqual(['s'])
    await look(page, '')
    await expect.poll(() => terms().slice(3)).toEqual(['s', ''])
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step("[USR-07] [USR-08] 'No users found.' shows for a query without result, and not while the query is empty", async () => {
    await look(page, 'nobody is called like this')
    await expect(none(page)).toBeVisible()
    await box(page).fill('')
    await expect(none(page)).toHaveCount(0)
  })

  await test.step('a search is slow, late or fails', () => searchBadly(page))
})

async function searchBadly(page: Page) {
  await test.step('[USR-09] a spinner shows while a search runs, and leaves with it', async () => {
    await look(page, 'sentinel-search-slow')
    await expect(spinner(page)).toBeVisible()
    await expect(none(page)).toHaveCount(0)
    await expect(none(page)).toBeVisible()
    await expect(spinner(page)).toHaveCount(0)
  })

  await test.step('a slower, older answer never replaces a newer one', async () => {
    const slow = sent(page, search)
    await look(page, 'sentinel-search-slow')
    const older = await slow
    await look(page, 'sentinel-edit')
    await expect(rows(page)).toHaveCount(20)
    // Null when the page has cancelled it.
    await older.response()
    await expect(none(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(20)
  })

  await test.step('[USR-21] [ERR-01] a failed search shows a toast at the bottom right for 3 seconds', async () => {
    const message = toast(page, 'There was an error searching users')
    await look(page, 'sentinel-search-fails')
    await expect(message).toBeVisible()
    await expect(message).toContainText('Request Status')
    await expect(message).toHaveRole('alert')
    const place = await message.boundingBox()
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1280 - 40)
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeGreaterThan(800 - 40)
    await closeToasts(page)
    await stopClock(page)
    await page.keyboard.press('Enter')
    await expectStay(page, message, 3000)
  })

  await test.step('[USR-22] and a lasting error, until a search succeeds', async () => {
    await expect(spinner(page)).toHaveCount(0)
    await expect(none(page)).toHaveCount(0)
    await expect(page.getByText('Users could not be searched.')).toBeVisible()
    const again = answered(page, search)
    await results(page).getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
    await look(page, 'sentinel-edit')
    await expect(rows(page)).toHaveCount(20)
    await expect(page.getByText('Users could not be searched.')).toHaveCount(0)
  })
}

test.describe('signed out first', () => {
  test.use({ role: null })
  test('a query in the address is searched after the sign-in @slow', async ({ page }) => {
    const terms = searches(page)
    await test.step('[USR-13] not before the sign-in', async () => {
      await page.goto('/dashboard/users?q=sentinel-edit')
      await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible()
      expect(terms()).toEqual([])
      await signIn(page)
      await expect(rows(page)).toHaveCount(20)
      expect(terms()).toEqual(['sentinel-edit'])
    })

    const away = async () => {
      await follow(page, '/dashboard/messages')
      await expect(box(page)).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await test.step('[USR-04] [USR-13] it fills the box and is searched', async () => {
      await away()
      await follow(page, '/dashboard/users?q=Sentinel+Edit+1')
      await expect(box(page)).toHaveValue('Sentinel Edit 1')
      await expect(rows(page)).toHaveCount(11)
      expect(terms()).toEqual(['sentinel-edit', 'Sentinel Edit 1'])
    })

    await test.step('[USR-04] a query of digits stays a text', async () => {
      await away()
      await follow(page, '/dashboard/users?q=1e5')
      await expect(box(page)).toHaveValue('1e5')
    })

    await test.step('[USR-15] [USR-13] a single result of it opens the person; Back leads to the page before', async () => {
      await away()
      await follow(page, '/dashboard/users?q=sentinel-balances')
      await expect(page).toHaveURL('/user-detail/sentinel-balances')
      await page.goBack()
      await expect(page).toHaveURL('/dashboard/messages')
    })
  })
})
