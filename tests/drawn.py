"""Parse pictures and remove the picture's name from each class."""

from xml.etree import ElementTree


def parsed(svg):
    """Parse a picture, check that all classes start with its name, and remove the name."""
    root = ElementTree.fromstring(svg)
    name = f"{root.get('id')}-"
    for element in root.iter():
        own = (element.get("class") or "").split()
        assert all(one.startswith(name) for one in own)
        if own:
            element.set("class", " ".join(one.removeprefix(name) for one in own))
    return root


def classes(svg):
    return [element.get("class") for element in parsed(svg).iter()]


def ids(svg):
    return {element.get("id") for element in parsed(svg).iter()} - {None}


def assert_inside(svg):
    """Check that every element with coordinates lies inside the picture."""
    root = parsed(svg)
    left, top, width, height = map(float, root.get("viewBox").split())
    placed = [element for element in root.iter() if element.get("class") != "paper"]
    for element in placed:
        if element.get("cx") or element.get("x"):
            x = float(element.get("cx") or element.get("x"))
            y = float(element.get("cy") or element.get("y"))
            assert left < x < left + width
            assert top < y < top + height
