"""`make docs`: gather all pages and build the site; what Zensical complains of ends it."""

from docs.building.pages import ROOT, build

PLACE = ROOT / "build" / "docs"

build(PLACE)
print(f"The documentation is built: {PLACE.relative_to(ROOT)}/site/index.html")
