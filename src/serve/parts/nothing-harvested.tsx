/** That nothing can be shown yet, and how to harvest something. */
export function NothingHarvested({ title }: { readonly title: string }) {
  return (
    <section class="empty">
      <h1>{title}</h1>
      <p>
        Nothing has been harvested into it yet. Write a configuration that names the sites and the
        directory of the catalogue, and run the harvest: this page follows by itself.
      </p>
      <pre>{'cdif-graph init config.yaml\ncdif-graph ingest config.yaml'}</pre>
    </section>
  );
}
