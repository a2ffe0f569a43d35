import { MantineProvider } from '@mantine/core'
import type { Device } from '@portreeve/contract/people/devices'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { DevicesTab } from './DevicesTab.tsx'

/** Presses the button of each device, and returns the parameters of the calls. */
async function sentTo(...devices: Partial<Device>[]): Promise<unknown[]> {
  const ids: unknown[] = []
  const call = async ({ method, path }: { method: string; path: string }, input: { params?: object }) => {
    if (method === 'POST') ids.push(input.params)
    return { data: path.includes('devices') ? devices : null, more: false, cursor: null, total: null }
  }
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ call } as never}>
        <QueryClientProvider client={createQueries()}>
          <DevicesTab uid="a" />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  for (const button of await screen.findAllByRole('button', { name: 'Resend verification' })) {
    const before = ids.length
    fireEvent.click(button)
    await waitFor(() => expect(ids).toHaveLength(before + 1))
  }
  return ids
}

const plain = { code: '1', created_at: null, verification_status: 0 } as const

it('[DEV-11] a device is identified by its id, else by its device_id; without both it has no button', async () => {
  expect(
    await sentTo(
      { ...plain, id: 'a', device_id: 'b' },
      { ...plain, device_id: 'c' },
      { ...plain, code: '2' },
    ),
  ).toEqual([{ id: 'a' }, { id: 'c' }])
})
