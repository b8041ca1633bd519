// The letters of a Bitcoin Cash address, which is written without the prefix `bitcoincash:` here.
const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** All in small letters, or all in capitals. */
export const cashAddressForm = /^(?:[qp][02-9ac-hj-np-z]{41}|[QP][02-9AC-HJ-NP-Z]{41})$/;

/** The numbers of five bits that the letters stand for: kind and owner, then the checksum. */
export const cashWords = (address: string): number[] =>
  [...address.toLowerCase()].map((letter) => LETTERS.indexOf(letter));
