import type { Page } from '@playwright/test'
import { expect, test, withoutLive } from '../stack/test.ts'

// Layouts hold with words that are 40 % longer, as in other languages, and from right to left.

const pages = [
  '/dashboard/users',
  '/dashboard/desk',
  '/dashboard/txns/overview',
  '/dashboard/pending_review',
  '/dashboard/messages',
  '/dashboard/refunds',
  '/dashboard/disputes',
  '/dashboard/email-templates',
  '/dashboard/staff',
  '/dashboard/your-sign-in',
  '/user-detail/sentinel-edit-13',
]

/** Makes each word of the page longer by 40 %, and returns the controls that cut theirs, and what is wider than the window. */
const lengthened = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts)
      if (!text.parentElement?.closest('script, style, time, .mono'))
        text.data = text.data.replace(
          /\p{L}{2,}/gu,
          (word) => word + 'o'.repeat(Math.ceil(word.length * 0.4)),
        )
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth)
      faults.push(`the page is ${scrollWidth - clientWidth} px wider than the window`)
    for (const control of document.querySelectorAll<HTMLElement>(
      'button, [role=tab], nav a, label, th, h1, h2',
    )) {
      const { width, height } = control.getBoundingClientRect()
      // Some are for screen readers only.
      if (
        width < 4 ||
        height < 4 ||
        control.scrollWidth <= control.clientWidth + 1 ||
        control.clientWidth === 0
      )
        continue
      if (getComputedStyle(control).overflowX === 'visible' && control.tagName !== 'BUTTON') continue
      faults.push(
        `${control.tagName.toLowerCase()} cuts ${JSON.stringify(control.textContent?.slice(0, 60))}`,
      )
    }
    return faults
  })

for (const direction of ['ltr', 'rtl'] as const)
  test(`longer words fit, ${direction === 'ltr' ? 'from left to right' : 'from right to left'} @slow`, async ({
    page,
  }) => {
    // A live event would write the usual words again.
    await withoutLive(page)
    await page.addInitScript((dir) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dir = dir
      })
    }, direction)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      for (const width of [1440, 1100]) {
        await page.setViewportSize({ width, height: 900 })
        if (width === 1440) expect.soft(await lengthened(page), `${path} at ${width} px`).toEqual([])
        else
          expect
            .soft(
              await page.evaluate(
                () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
              ),
              `${path} at ${width} px`,
            )
            .toBe(0)
      }
    }
  })
