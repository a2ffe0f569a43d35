import { createHash, verify, X509Certificate } from 'node:crypto'
import {
  type BaseBlock,
  Boolean as Bool,
  fromBER,
  type GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from 'asn1js'

// Time stamps of an authority (RFC 3161): a token says that a text existed at a time. It is CMS signed data (RFC 5652).

/** The names of digests in a token, by their object identifiers. */
const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const [sha256] = Object.keys(digests)
const timeInfo = '1.2.840.113549.1.9.16.1.4'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
/** The digest of the authority's certificate: SHA-1, or one that it names (RFC 5035). */
const [certificateOld, certificateNew] = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47']
/** The key usage of a certificate whose owner may stamp times. */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** Milliseconds for the authority's answer. */
const patience = 20_000

export interface Stamp {
  /** When the text existed, ISO-8601 UTC. */
  at: string
  /** The authority, as its certificate names it. */
  authority: string
  /** SHA-256 of its certificate. */
  certificate: string
}

/** Has a text stamped by the authority at an address. Only the text's digest is sent. Throws where it refuses, or answers a wrong token. */
export async function requestStamp(url: string, text: string): Promise<{ token: Buffer; stamp: Stamp }> {
  const digest = digestOf('sha256', text)
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: sha256 ?? '' }), new Null()] })
  const imprint = new Sequence({ value: [algorithm, new OctetString({ valueHex: digest })] })
  // Version 1, and with the authority's certificate.
  const request = new Sequence({ value: [new Integer({ value: 1 }), imprint, new Bool({ value: true })] })
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: request.toBER(),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (!answer.ok) throw new Error(`The time stamping authority answers ${answer.status}`)
  const response = parse(Buffer.from(await answer.arrayBuffer()))
  const status = (inside(response, 0, 0) as Integer).valueBlock.valueDec
  // 0 granted, 1 granted with changes
  if (status > 1) throw new Error(`The time stamping authority refuses, status ${status}`)
  const token = derOf(inside(response, 1))
  return { token, stamp: readStamp(token, text) }
}

/** The stamp of a text. Throws a sentence where the token is not of this text, or is not signed by a time stamping authority. */
export function readStamp(token: Buffer, text: string): Stamp {
  const parts = childrenOf(inside(parse(token), 1, 0))
  const [, , content] = parts
  if (oidOf(inside(content, 0)) !== timeInfo) throw new Error('is no time stamp')
  const info = bytesOf(inside(content, 1, 0))
  const stamp = parse(info)
  const isOf = digestOf(digestName(inside(stamp, 2, 0, 0)), text)
  if (!isOf.equals(bytesOf(inside(stamp, 2, 1)))) throw new Error('is the time stamp of another text')

  const signer = inside(parts.at(-1), 0)
  const hash = digestName(inside(signer, 2, 0))
  const attributes = inside(signer, 3)
  const attribute = (oid: string) => childrenOf(attributes).find((one) => oidOf(inside(one, 0)) === oid)
  if (oidOf(inside(attribute(contentType), 1, 0)) !== timeInfo)
    throw new Error('is not signed as a time stamp')
  if (!digestOf(hash, info).equals(bytesOf(inside(attribute(messageDigest), 1, 0))))
    throw new Error('has another content than its signature')
  const isMeant = attribute(certificateNew)
    ? meantBy(inside(attribute(certificateNew), 1, 0, 0, 0), 'sha256')
    : meantBy(inside(attribute(certificateOld), 1, 0, 0, 0), 'sha1')
  // The signature is over the attributes as a set; in the token they have another tag.
  const attested = derOf(attributes)
  attested[0] = 0x31
  const signature = bytesOf(inside(signer, 5))
  const certificate = certificatesOf(parts).find(
    (one) =>
      isMeant(one.raw) &&
      one.keyUsage?.includes(timeStamping) &&
      verify(hash, attested, one.publicKey, signature),
  )
  if (!certificate) throw new Error('has a wrong signature, or none of a time stamping authority')
  const at = (inside(stamp, 4) as GeneralizedTime).toDate()
  if (at < new Date(certificate.validFrom) || at > new Date(certificate.validTo))
    throw new Error('was made while the certificate of its authority was not valid')
  return {
    at: at.toISOString(),
    authority: certificate.subject.replaceAll('\n', ', '),
    certificate: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}

/** Whether a certificate is the one that the signer names by its digest. @param usual the digest where it names none */
function meantBy(id: BaseBlock, usual: string) {
  const [first, second] = childrenOf(id)
  const isNamed = first instanceof Sequence
  const digest = bytesOf((isNamed ? second : first) ?? lacks())
  const name = isNamed ? digestName(inside(first, 0)) : usual
  return (certificate: Buffer) => digestOf(name, certificate).equals(digest)
}

/** The certificates of signed data: the part with the tag [0] that is no digest and no content. */
const certificatesOf = (parts: readonly BaseBlock[]) =>
  parts
    .slice(3, -1)
    .filter(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0)
    .flatMap(childrenOf)
    .map((one) => new X509Certificate(derOf(one)))

function parse(bytes: Buffer): BaseBlock {
  const { offset, result } = fromBER(bytes)
  if (offset !== bytes.length) throw new Error('is no DER')
  return result
}
const childrenOf = (block: BaseBlock | undefined): BaseBlock[] =>
  (block as Sequence | undefined)?.valueBlock.value ?? []
/** A block inside another one, by its places. */
const inside = (block: BaseBlock | undefined, ...places: number[]): BaseBlock =>
  places.reduce((one: BaseBlock | undefined, at) => childrenOf(one)[at], block) ?? lacks()
const lacks = (): never => {
  throw new Error('lacks what a time stamp has')
}
const oidOf = (block: BaseBlock) => (block as ObjectIdentifier).valueBlock.toString()
const bytesOf = (block: BaseBlock) => Buffer.from((block as OctetString).valueBlock.valueHexView ?? lacks())
const digestOf = (name: string, content: string | Buffer) => createHash(name).update(content).digest()
const derOf = ({ valueBeforeDecodeView }: BaseBlock) => Buffer.from(valueBeforeDecodeView)
const digestName = (oid: BaseBlock) => digests[oidOf(oid)] ?? lacks()
