import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeAuthority, tokenOf, type Wrong } from '../testing/time-authority.ts'
import { readStamp, requestStamp } from './timestamps.ts'

/** A token that OpenSSL made of 'a head of openssl' (`openssl ts -reply`, RSA). */
const openssl = Buffer.from(
  'MIIF2gYJKoZIhvcNAQcCoIIFyzCCBccCAQMxDzANBglghkgBZQMEAgEFADByBgsqhkiG9w0BCRABBKBjBGEwXwIBAQYEKgMEATAxMA0GCWCGSAFlAwQCAQUABCCOKKWkgMnFBydox0tzpORTI2f6K1nkCx2OAnKs9yvBygIBAhgPMjAyNjExMjgwOTUzMDhaMAMCAQECCE/Cf9/Y39IloIIDMzCCAy8wggIXoAMCAQICFASggtHhbucAyMR3RcWa/7ZBf9ijMA0GCSqGSIb3DQEBCwUAMBoxGDAWBgNVBAMMD090aGVyIGF1dGhvcml0eTAgFw0yNjExMjgwOTUzMDhaGA8yMTI2MTEwNDA5NTMwOFowGjEYMBYGA1UEAwwPT3RoZXIgYXV0aG9yaXR5MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAppj5KCtsK1DeMZdx1gcmTT0qvnM7Xg+F9+sr8D8Xad3iMRf5oYn0h989gjxcc26+Cl7m6IoggRsbFl5kLH5fXQzCIhUoDn0H83jCjxgJX2OQmwBD1EPHdYARnZBLSBVKNO3hipU/bP6zfa1E+nciQ6Pasf6cGqaln9yJ3XuTvX4TplhH97MCGfa13Q2YFNuLPLV0pGONW/dkhoa7WtnsHU5YJ1PNjjLrY7YnW6UxWmWsZqm9Xt5CBGrPE+1y7zWCUKyKkehlKg02f9lBYx2mhBHnxWRwrpmBF1HEnWzIuEL1GovgxrJf0+3O/VwKn6Mk2uIAlNcbC3Xol/dO9wQgdQIDAQABo2swaTAdBgNVHQ4EFgQUya+DOUdF5m8bSoNeCBuigBdz64YwHwYDVR0jBBgwFoAUya+DOUdF5m8bSoNeCBuigBdz64YwDwYDVR0TAQH/BAUwAwEB/zAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDANBgkqhkiG9w0BAQsFAAOCAQEAFTwZUULzwSkvCZq8qqmnQc3BKAlBnsqgoxac18uuEMybSclx36KO6kK0/7jqD+pMFwuB9u+yXxZwLH17S+EB9jQPNSTrQBCDq2PyrkyKSKIXbzB8Ypz4dEFUkJ45pvFCrjrOKdiNm4qzRRsaGfjLmp2NTRRGnjjI/i6Lj62NVRfN6mm19fx1IcG6R2KT3M+BpkxmqgUEMRGNcVL4kNei9688quK0mY9At3NoDUHPHWpP2cdh/3Fu/F8PNCzMdFl8zNtjgcaJp00cRwF6TRtEBkejYdX5Da0xUzP7BZ7bpZ5GVkfiwkj0mrQ1PAvutiX8jWO9EjkNVRYzdwPI6X6ySDGCAgQwggIAAgEBMDIwGjEYMBYGA1UEAwwPT3RoZXIgYXV0aG9yaXR5AhQEoILR4W7nAMjEd0XFmv+2QX/YozANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyODA5NTMwOFowLwYJKoZIhvcNAQkEMSIEIPJDrcQv/dvToqSyS6QAo4vD+9IGScgYJ/Su/DgidoXAMDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIKchgIiYAj5XWr191VgJUzZJi37vJW7tY6PHASGKlxjFMA0GCSqGSIb3DQEBAQUABIIBAIPxQc/NszPu9TZd8qIkJtb8Dk41e/CFq2PvElPwHk2JU4sbKz8QYO4EVIBWfMjMue5t1dIfoOF8r0yJRTRm+PY4/wcYjTLh89xn16ycUCeVCbelKNMFjKAEiQO+CdVoeGKylOSP/qcj9HIp6WRjxpuQWSAASxy/FJzEGndim+/ewPniXIuBj872tz2MxCLrPGEwWxcoE2qQWUR//JY6xeZvPoWfNsQJYYq8QdiI5orpnhyKI2PZ6ZWtV9YVFD76be5lNkCSXEySKZff7+6XYT0HKIwfz7KTFNIbedQRTVK9n23g8t2BciiyW5TrijaQwchmRnhBVt0gsUachYY+zaI=',
  'base64',
)
const made = (text: string, wrong: Wrong = {}) =>
  Buffer.from(tokenOf(createHash('sha256').update(text).digest(), wrong).toBER())

let authority: Awaited<ReturnType<typeof timeAuthority>>
beforeAll(async () => {
  authority = await timeAuthority()
})
afterAll(() => authority.close())

describe('a token', () => {
  test('of OpenSSL says when the text existed, and by which authority', () => {
    expect(readStamp(openssl, 'a head of openssl')).toEqual({
      at: '2026-11-28T09:53:08.000Z',
      authority: 'CN=Other authority',
      certificate: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('is of its text alone', () => {
    expect(() => readStamp(openssl, 'another head')).toThrow('is the time stamp of another text')
    expect(() => readStamp(made('one'), 'two')).toThrow('is the time stamp of another text')
    expect(readStamp(made('one'), 'one').authority).toBe('CN=Test time authority')
  })

  test('with any byte of its content or signature changed is found', () => {
    let found = 0
    for (let at = 0; at < openssl.length; at++) {
      const changed = Buffer.from(openssl)
      changed[at] = (changed[at] ?? 0) ^ 1
      try {
        const stamp = readStamp(changed, 'a head of openssl')
        // What is neither signed nor read: the version, a repeated name of a digest, the order of the certificate.
        expect(stamp.at).toBe('2026-11-28T09:53:08.000Z')
      } catch {
        found++
      }
    }
    expect(found).toBeGreaterThan(openssl.length * 0.8)
  })

  test.each<[string, Wrong, RegExp]>([
    ['signed by a foreign key', { foreign: true }, /wrong signature/],
    ['of a certificate for servers', { usage: '1.3.6.1.5.5.7.3.1' }, /none of a time stamping authority/],
    ['of a certificate that has ended', { validTo: '2021-01-01' }, /was not valid/],
  ])('%s is refused', (_, wrong, words) => {
    expect(() => readStamp(made('one', wrong), 'one')).toThrow(words)
  })

  test.each(['', 'no token', '0\x00', '\x30\x03\x06\x01\x2a'])('that is none is refused: %j', (bytes) => {
    expect(() => readStamp(Buffer.from(bytes, 'latin1'), 'one')).toThrow()
  })
})

describe('an authority', () => {
  test('stamps a text, of which it gets the digest alone', async () => {
    const { token, stamp } = await requestStamp(authority.url, 'a head')
    expect(Math.abs(Date.parse(stamp.at) - Date.now())).toBeLessThan(60_000)
    expect(readStamp(token, 'a head')).toEqual(stamp)
  })

  test.each<[string, Wrong, RegExp]>([
    ['that refuses', { status: 2 }, /refuses, status 2/],
    ['that fails', { status: 500 }, /answers 500/],
    ['that stamps another text', { text: 'another' }, /of another text/],
    ['that signs wrongly', { foreign: true }, /wrong signature/],
  ])('%s gives no stamp', async (_, wrong, words) => {
    authority.wrong = wrong
    await expect(requestStamp(authority.url, 'a head')).rejects.toThrow(words)
    authority.wrong = {}
  })

  test('that does not answer gives no stamp', async () => {
    await expect(requestStamp('http://127.0.0.1:1', 'a head')).rejects.toThrow()
  })
})
