/** Its prerendered HTML is replaced by that of our page after the build. */
export default function Page() {
  return <p>A page.</p>;
}
