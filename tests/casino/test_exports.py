"""Files for spreadsheets: what stands in them, and what cannot run in them."""

import csv
import io

import pytest

from casino.exports import csv_lines, harmless, harmless_cell

HEAD = [("Report", "Statement"), ("Operator", "Casa Verde")]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+A1",
        "-A1",
        "@SUM(A1)",
        "|calc",
        "%x",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1+1",
        "\u00a0=1",
        "＝1+1",
        "-1+2",
        "+39 06 123",
    ],
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text):
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["", "anna", "12.50", "-12.50", "+0,05", "-3", "R000000012", "a=b", "'=1", "€ 5"]
)
def test_names_and_numbers_stay_as_they_are(text):
    assert harmless(text) == text


def test_cells_keep_numbers_and_leave_nothing_empty():
    assert [harmless_cell(cell) for cell in (3, -3, None, "=3")] == [3, -3, "", "'=3"]


def test_a_file_has_its_heading_a_blank_line_its_columns_and_its_rows():
    text = "".join(
        csv_lines(HEAD, ["Name", "Amount"], [["=cmd", "-1.00"], ['a "b", c', None]], empty="None")
    )
    assert text == (
        "\ufeffReport,Statement\r\nOperator,Casa Verde\r\n\r\nName,Amount\r\n"
        '\'=cmd,-1.00\r\n"a ""b"", c",\r\n'
    )
    assert list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))[-1] == ['a "b", c', ""]


def test_without_rows_the_file_says_so():
    assert "".join(csv_lines(HEAD, ["Name"], iter(()), empty="No activity")).endswith(
        "\r\n\r\nName\r\nNo activity\r\n"
    )


def test_rows_are_read_as_they_are_sent():
    read = []

    def rows():
        for number in range(3):
            read.append(number)
            yield [number]

    lines = csv_lines([], ["n"], rows(), empty="")
    for _line in range(4):  # mark, blank line, columns, the first row
        next(lines)
    assert read == [0]
